import { describe, expect, it } from 'vitest';
import { validate } from '../../src/contract/index.ts';
import { CASES } from './cases/index.ts';
import { prepared } from './request.ts';

for (const [concern, cases] of Object.entries(CASES)) {
  describe(`requests refused for their ${concern}`, () => {
    for (const each of cases) {
      const rule = each.rules.split(' ')[0];
      it(`${rule}: ${each.name}`, () => {
        const bad = prepared(each.bad);
        expect(validate(bad.body, bad.context)).toEqual({
          rule,
          status: each.status ?? 400,
          type: each.type ?? 'invalid_request_error',
          message: typeof each.says === 'string' ? each.says : expect.stringMatching(each.says),
          ...(each.errorCode === undefined ? {} : { errorCode: each.errorCode }),
        });
        const good = prepared(each.good);
        expect(validate(good.body, good.context)).toBeNull();
      });
    }
  });
}
