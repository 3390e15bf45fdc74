/** Plays random sessions: `play` takes the steps one by one and hands each request to the caller, who checks it. */
import {
  type Assembled,
  type ContentBlock,
  type Digest,
  type Head,
  type NewRecord,
  type Profile,
  type Timeline,
  type Uuid,
  type Wire,
  type WireRequest,
  append,
  asUuid,
  assemble,
  emptyTimeline,
  headOf,
  pathOf,
  prefixHashOf,
  requestOf,
  rewindTargets,
  rewindTo,
} from '@leat/kernel';
import type { Step } from './random-steps.ts';

/** A request as it was made. */
export interface Asked {
  readonly timeline: Timeline;
  readonly profile: Profile;
  readonly assembled: Assembled;
  readonly request: WireRequest;
  readonly uuid: Uuid;
}

export interface World {
  readonly profiles: readonly [Profile, Profile];
  readonly head: Head;
  readonly digest: Digest;
}

const settings = { stream: true, cache: { enabled: true, ttl: '5m' } } as const;

/** Plays the steps; `onRequest` is called for each request, with all that were made before it. */
export function play(
  steps: readonly Step[],
  world: World,
  onRequest: (asked: Asked, before: readonly Asked[]) => void,
): Timeline {
  let timeline = emptyTimeline();
  let counter = 0;
  let which = 0;
  const wires = new Map<string, Wire>();
  const made: Asked[] = [];
  const add = (record: NewRecord, parent: Uuid | null = headOf(timeline)?.uuid ?? null): Uuid => {
    const uuid = asUuid(`r${counter++}`);
    timeline = append(timeline, {
      ...record,
      uuid,
      parentUuid: parent,
      timestamp: '2026-11-29T10:00:00.000Z',
    });
    return uuid;
  };
  const pathUuid = (n: number): Uuid | null => {
    const path = pathOf(timeline);
    return path.length === 0 ? null : (path.at(n % path.length)?.uuid ?? null);
  };
  const profileNow = () => world.profiles[which] ?? world.profiles[0];
  const round = () => made.at(-1)?.uuid ?? null;
  const openCalls = (): readonly string[] => {
    const calls: string[] = [];
    for (const record of pathOf(timeline)) {
      if (record.type !== 'user' && record.type !== 'assistant') continue;
      for (const block of record.content) {
        if (block.type === 'tool_use') calls.push(String((block as { id?: unknown }).id));
        if (block.type === 'tool_result') {
          const at = calls.indexOf(String((block as { tool_use_id?: unknown }).tool_use_id));
          if (at >= 0) calls.splice(at, 1);
        }
      }
    }
    return calls;
  };
  const user = (content: readonly ContentBlock[], origin: 'human' | 'other' | 'result'): NewRecord => ({
    type: 'user',
    origin: origin === 'human' ? { kind: 'human' } : { kind: 'other', name: 'test' },
    audience: 'both',
    content,
  });
  for (const one of steps) {
    switch (one.do) {
      case 'human':
        add(user(one.content, 'human'));
        break;
      case 'ask': {
        const profile = profileNow();
        const assembled = assemble({ timeline, ...world, profile, wire: wires.get(profile.name) ?? null });
        ({ timeline } = assembled);
        wires.set(profile.name, assembled.wire);
        const request = requestOf(assembled.wire, settings);
        const uuid = asUuid(`q${counter++}`);
        const asked = { timeline, profile, assembled, request, uuid };
        onRequest(asked, made);
        made.push(asked);
        timeline = append(timeline, {
          type: 'request',
          uuid,
          parentUuid: headOf(timeline)?.uuid ?? null,
          timestamp: '2026-11-29T10:00:00.000Z',
          round: made.length,
          attempt: 1,
          source: 'main',
          ...request.facts,
        });
        break;
      }
      case 'answer': {
        const wire = made.at(-1)?.assembled.wire;
        const parts = one.split ? one.content.map((block) => [block]) : [one.content];
        for (const part of parts) {
          add({
            type: 'assistant',
            round: one.late ? null : (round() as never), // a round's id is its request's
            model: one.late ? 'gpt-x' : profileNow().model,
            audience: 'both',
            content: part,
            ...(wire === undefined ? {} : { prefixHash: prefixHashOf(wire) }),
          });
        }
        break;
      }
      case 'respond': {
        const request = round();
        if (request === null) break;
        add({
          type: 'response',
          request,
          outcome: one.outcome,
          complete: one.complete,
          requestId: null,
          status: 200,
          stopReason: one.stop,
          usage: { input: 3, cacheRead: 0, cacheWrite5m: 900, cacheWrite1h: 0, output: 9 },
          prices: null,
          costUsd: null,
        });
        break;
      }
      case 'results': {
        const fitting = openCalls().slice(0, one.fitting).toReversed();
        for (const id of fitting) {
          add({
            type: 'user',
            origin: { kind: 'tool_result', toolUseId: id as never, assistantUuid: null },
            audience: 'both', // any id
            content: [
              { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: `result of ${id}` }] },
            ],
          });
        }
        if (one.content.length > 0) add(user(one.content, 'result'));
        break;
      }
      case 'attach':
        add({
          type: 'attachment',
          subtype: 'file',
          data: {},
          about: one.about === null ? null : pathUuid(one.about),
          words: [{ type: 'text', text: one.text }],
        });
        break;
      case 'garbage':
        add(
          one.role === 'user'
            ? {
                type: 'user',
                origin: { kind: 'other', name: 'x' },
                audience: one.audience,
                content: one.content,
              }
            : {
                type: 'assistant',
                round: null,
                model: profileNow().model,
                audience: one.audience,
                content: one.content,
                ...(one.messageId === null ? {} : { messageId: one.messageId }),
              },
        );
        break;
      case 'tombstone': {
        const target = pathUuid(one.target);
        if (target !== null) add({ type: 'tombstone', target });
        break;
      }
      case 'remove':
      case 'clear': {
        const target = pathUuid(one.target);
        if (target === null) break;
        const op =
          one.do === 'remove'
            ? { kind: 'remove' as const, targets: [target] }
            : {
                kind: 'clear' as const,
                targets: [{ target: { uuid: target, blockIndex: 0 }, words: 'cleared' }],
              };
        add({ type: 'edit', op, by: 'person', why: 'test', scope: 'path', applies: 'at_epoch' });
        break;
      }
      case 'fold': {
        const path = pathOf(timeline);
        if (path.length === 0) break;
        const from = one.reset ? 0 : one.first % path.length;
        const first = path.at(from)?.uuid;
        const last = path.at(Math.min(path.length - 1, from + one.length))?.uuid;
        if (first === undefined || last === undefined) break;
        const content: readonly ContentBlock[] = one.text === '' ? [] : [{ type: 'text', text: one.text }];
        const op = { kind: 'fold' as const, first, last, content, reset: one.reset };
        add({ type: 'edit', op, by: 'autocompact', why: 'test', scope: 'path', applies: 'at_epoch' });
        break;
      }
      case 'once': {
        const target = pathUuid(one.target);
        if (target === null) break;
        const op = {
          kind: 'clear' as const,
          targets: [{ target: { uuid: target, blockIndex: 0 }, words: 'cleared at once' }],
        };
        add({ type: 'edit', op, by: 'result_budget', why: 'test', scope: one.scope, applies: 'at_once' });
        break;
      }
      case 'epoch': {
        const marks = [...pathOf(timeline)].flatMap((record) => (record.type === 'edit' ? [record] : []));
        if (marks.length === 0) break;
        add({
          type: 'epoch',
          apply: marks.map((mark) => mark.uuid),
          undo: [],
          dropped: [],
          reason: 'person',
          sentence: 's',
          price: null,
          cut: pathUuid(0),
        });
        break;
      }
      case 'rewind': {
        const targets = rewindTargets(timeline);
        const target = targets[one.target % Math.max(1, targets.length)];
        const rewind = target === undefined ? null : rewindTo(timeline, target.uuid);
        if (rewind !== null) add(rewind.record, rewind.parentUuid);
        break;
      }
      case 'command':
        add({
          type: 'system',
          subtype: 'local_command',
          level: 'info',
          text: '/x',
          data: { command: '/x', output: 'out' },
        });
        break;
      case 'interrupt':
        add({
          type: 'user',
          origin: { kind: 'interruption', of: 'reply' },
          audience: 'model',
          content: [{ type: 'text', text: '[stopped]' }],
        });
        break;
      case 'start': {
        const [id] = openCalls();
        if (id !== undefined) add({ type: 'control', control: { kind: 'tool_started', toolUseId: id } });
        break;
      }
      case 'error':
        add({
          type: 'assistant',
          round: null,
          model: '<synthetic>',
          audience: 'both',
          content: [{ type: 'text', text: 'API error' }],
          error: { kind: 'x', message: 'm' },
        });
        break;
      case 'switch':
        which = one.to;
        break;
    }
  }
  return timeline;
}
