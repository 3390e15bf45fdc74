/** Every case, one file per concern. */

import type { Case } from '../request.ts';
import { bodyCases } from './body.ts';
import { cacheControlCases } from './cache-control.ts';
import { effortCases } from './effort.ts';
import { headerCases } from './headers.ts';
import { mediaCases } from './media.ts';
import { pairingCases } from './pairing.ts';
import { paramCases } from './params.ts';
import { roleCases } from './roles.ts';
import { sizeCases } from './size.ts';
import { systemMessageCases } from './system-messages.ts';
import { textCases } from './text.ts';
import { thinkingCases } from './thinking.ts';
import { toolCases } from './tools.ts';

export const CASES: Readonly<Record<string, readonly Case[]>> = {
  headers: headerCases,
  body: bodyCases,
  params: paramCases,
  effort: effortCases,
  roles: roleCases,
  text: textCases,
  tools: toolCases,
  pairing: pairingCases,
  thinking: thinkingCases,
  media: mediaCases,
  'cache-control': cacheControlCases,
  'system-messages': systemMessageCases,
  size: sizeCases,
};

export const ALL_CASES: readonly Case[] = Object.values(CASES).flat();
