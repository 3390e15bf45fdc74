/**
 * Drives a timeline by small numbers: whatever they are, they make an action that the kernel must bear, from an ordinary
 * round to a garbage epoch. Nothing here checks; the model test does.
 */
import {
  append,
  asRoundId,
  asToolUseId,
  asUuid,
  editState,
  emptyTimeline,
  headOf,
  keep,
  mark,
  openMarks,
  placeOf,
  planEpoch,
  rewindTargets,
  rewindTo,
  timelineOf,
  undo,
  unkeep,
  withdraw,
  type BlockTarget,
  type ContentBlock,
  type EpochRecord,
  type MarkOp,
  type New,
  type NewRecord,
  type ResponseOutcome,
  type Timeline,
  type TimelineRecord,
  type Uuid,
} from '@leat/kernel';

export type Numbers = readonly [number, number, number, number];

/** What an action did, for the checks that follow it. */
export type Deed =
  | { readonly kind: 'append'; readonly record: TimelineRecord; readonly planned: boolean }
  | { readonly kind: 'rewind'; readonly to: Uuid | null }
  | { readonly kind: 'resume' | 'branch' | 'nothing' };

const pick = <T>(list: readonly T[], number: number): T | undefined =>
  list[number % Math.max(1, list.length)];

export class Driver {
  timeline: Timeline = emptyTimeline();
  #older: Timeline[] = [];
  #count = 0;

  get records(): TimelineRecord[] {
    return [...this.timeline.records];
  }

  stampOf(count: number): string {
    return `2026-01-01T00:00:00.${String(count % 1000).padStart(3, '0')}Z`;
  }

  /** A record of the file to come, with the head as its parent. */
  make(record: NewRecord | New<EpochRecord>, name: string, parentUuid?: Uuid | null): TimelineRecord {
    this.#count += 1;
    const parent = parentUuid === undefined ? (headOf(this.timeline)?.uuid ?? null) : parentUuid;
    const base = {
      uuid: asUuid(`${name}${this.#count}`),
      parentUuid: parent,
      timestamp: this.stampOf(this.#count),
    };
    return { ...record, ...base } as TimelineRecord; // a NewRecord and the three fields it lacks
  }

  add(record: NewRecord, name: string, planned = false): Deed {
    const whole = this.make(record, name);
    this.timeline = append(this.timeline, whole);
    return { kind: 'append', record: whole, planned };
  }

  act([kind, a, b, c]: Numbers): Deed {
    if (kind < 8) return this.add(human(`h${this.#count} ${'x'.repeat(a % 40)}`), 'u');
    if (kind < 17) return this.#request(a, b);
    if (kind < 32) return this.#assistant(a, b);
    if (kind < 46) return this.#result(a, b);
    if (kind < 50) return this.#attachment(a, b);
    if (kind < 53) return this.#aside(a);
    if (kind < 56) return this.#tombstone(a, b);
    if (kind < 59) return this.#keep(a, b);
    if (kind < 60)
      return this.add({ type: 'control', control: { kind: 'turn_end', terminal: 'completed' } }, 'c');
    if (kind < 76) return this.#mark(a, b, c);
    if (kind < 78) return this.#withdraw(a);
    if (kind < 90) return this.#epoch(a, b, c);
    if (kind < 92) return this.#garbageEpoch(a, b, c);
    if (kind < 96) return this.#rewind(a);
    return this.#turnBack(kind, a);
  }

  #request(a: number, b: number): Deed {
    const last = headOf(this.timeline);
    if (a % 3 === 0 && last?.type !== 'request') return this.#answer(b);
    return this.add(
      {
        type: 'request',
        round: this.#count,
        attempt: 1,
        source: 'main',
        model: 'm',
        profile: 'm',
        head: '',
        epoch: null,
        openMarks: [],
        chainHash: '',
        predicted: null,
        estimatedTokens: 0,
        betas: [],
        bytes: 0,
        maxTokens: 1,
      },
      'Q',
    );
  }

  #answer(b: number): Deed {
    const requests = this.timeline.path.slice().filter((record) => record.type === 'request');
    const request = b % 7 === 0 ? pick(requests, b >> 3) : requests.at(-1);
    if (request === undefined) return { kind: 'nothing' };
    const outcome: ResponseOutcome =
      pick(['accepted', 'accepted', 'refused', 'unknown'] as const, b) ?? 'accepted';
    return this.add(
      {
        type: 'response',
        request: request.uuid,
        outcome,
        complete: true,
        requestId: null,
        status: null,
        stopReason: null,
        usage: null,
        prices: null,
        costUsd: null,
      },
      'R',
    );
  }

  #assistant(a: number, b: number): Deed {
    const calls = Array.from({ length: a % 3 }, (_, index) => ({
      type: 'tool_use' as const,
      id: b % 11 === 0 ? 'same' : `t${this.#count}.${index}`,
      name: 'Read',
      input: { path: 'x'.repeat(b % 30) },
    }));
    const content: ContentBlock[] = [
      ...(b % 3 === 0 ? [{ type: 'thinking', thinking: 'hm', signature: 's' }] : []),
      { type: 'text', text: `answer ${'y'.repeat(a % 50)}` },
      ...calls,
    ];
    const request = this.timeline.path.slice().findLast((record) => record.type === 'request');
    return this.add(
      {
        type: 'assistant',
        round: request === undefined || b % 5 === 0 ? null : asRoundId(request.uuid),
        ...(b % 5 === 0 && b % 2 === 0 ? { messageId: `msg${b % 4}` } : {}),
        model: 'm',
        audience: b % 13 === 0 ? 'person' : 'both',
        content,
        ...(b % 17 === 0 ? { error: { kind: 'api_error', message: 'busy' } } : {}),
      },
      'a',
    );
  }

  #result(a: number, b: number): Deed {
    const calls: string[] = [];
    for (const record of this.timeline.path) {
      if (record.type === 'assistant')
        for (const block of record.content) if (block.type === 'tool_use') calls.push(String(block['id']));
      if (record.type === 'user' && record.origin.kind === 'tool_result' && a % 9 !== 0) {
        const at = calls.indexOf(record.origin.toolUseId);
        if (at >= 0) calls.splice(at, 1);
      }
    }
    const id = a % 29 === 0 ? 'orphan' : pick(calls, b);
    if (id === undefined) return { kind: 'nothing' };
    return this.add(
      {
        type: 'user',
        origin: { kind: 'tool_result', toolUseId: asToolUseId(id), assistantUuid: null },
        audience: 'both',
        content: [{ type: 'tool_result', tool_use_id: id, content: `result ${'z'.repeat((a * 7) % 90)}` }],
      },
      'r',
    );
  }

  #attachment(a: number, b: number): Deed {
    const about = a % 3 === 0 ? null : (pick(this.timeline.path.slice(-6), b)?.uuid ?? null);
    const words: ContentBlock[] | null =
      a % 5 === 0 ? null : [{ type: 'text', text: `att ${'w'.repeat(b % 30)}` }];
    return this.add({ type: 'attachment', subtype: 'file', data: {}, words, about }, 'att');
  }

  #aside(a: number): Deed {
    if (a % 3 === 0) return this.add({ type: 'progress', toolUseId: 't', data: null }, 'p');
    if (a % 3 === 1)
      return this.add({ type: 'system', subtype: 'local_command', level: 'info', text: 'ran' }, 's');
    return this.add(
      {
        type: 'user',
        origin: { kind: 'context', name: 'c' },
        audience: 'model',
        content: [{ type: 'text', text: 'ctx' }],
      },
      'ctx',
    );
  }

  #tombstone(a: number, b: number): Deed {
    const target = a % 4 === 0 ? pick(this.records, b) : headOf(this.timeline);
    return target === undefined
      ? { kind: 'nothing' }
      : this.add({ type: 'tombstone', target: target.uuid }, 'v');
  }

  #keep(a: number, b: number): Deed {
    const target = pick(this.timeline.path.slice(), a)?.uuid;
    if (target === undefined) return { kind: 'nothing' };
    const record = b % 3 === 0 ? unkeep(this.timeline, target) : keep(this.timeline, target);
    return record === null ? { kind: 'nothing' } : this.add(record, 'k');
  }

  #mark(a: number, b: number, c: number): Deed {
    const op = this.#op(a, b, c);
    if (op === null) return { kind: 'nothing' };
    const [scope, applies] = [
      c % 6 === 0 ? 'session' : 'path',
      c % 5 === 0 ? 'at_once' : 'at_epoch',
    ] as const;
    if (c % 8 === 0) return this.add({ type: 'edit', op, by: 'person', why: '', scope, applies }, '#');
    const marked = mark(this.timeline, { op, by: 'person', why: '', scope, atOnce: applies === 'at_once' });
    return marked.ok ? this.add(marked.record, '#') : { kind: 'nothing' };
  }

  /** Any record of the file now and then, else one of the path: a message mostly. */
  #target(a: number): TimelineRecord | undefined {
    const path = this.timeline.path.slice();
    const messages = path.filter(
      (record) => record.type === 'user' || record.type === 'assistant' || record.type === 'attachment',
    );
    if (a % 19 === 0) return pick(this.records, a >> 2);
    return pick(a % 7 === 0 ? path : messages, a >> 1);
  }

  #op(a: number, b: number, c: number): MarkOp | null {
    const target = this.#target(a);
    const other = this.#target(b);
    if (target === undefined || other === undefined) return null;
    switch (c % 7) {
      case 0:
      case 1:
        return { kind: 'remove', targets: b % 2 === 0 ? [target.uuid] : [target.uuid, other.uuid] };
      case 2:
      case 3: {
        const words = 'cleared'.slice(0, b % 8);
        const targets = (b % 3 === 0 ? [target, other] : [target]).map((record) => ({
          target: blockOf(record, b),
          words,
        }));
        return { kind: 'clear', targets };
      }
      default: {
        const [from, to] = [
          placeOf(this.timeline, target.uuid) ?? 0,
          placeOf(this.timeline, other.uuid) ?? 0,
        ];
        const [first, last] = from <= to || b % 31 === 0 ? [target, other] : [other, target];
        const reset = c % 7 === 6;
        const begin = reset && b % 9 !== 0 ? (this.timeline.path.at(0) ?? first) : first;
        const text = 'summary'.repeat(1 + (b % 3)).slice(0, 3 + (a % 20));
        const content: ContentBlock[] = reset && b % 4 === 0 ? [] : [{ type: 'text', text }];
        return { kind: 'fold', first: begin.uuid, last: last.uuid, content, reset };
      }
    }
  }

  #withdraw(a: number): Deed {
    const edit = pick(openMarks(this.timeline), a);
    const record = edit === undefined ? null : withdraw(this.timeline, edit.uuid, { by: 'person', why: '' });
    return record === null ? { kind: 'nothing' } : this.add(record, 'w');
  }

  #epoch(a: number, b: number, c: number): Deed {
    const state = editState(this.timeline);
    const some = (status: string, bits: number): Uuid[] =>
      state
        .filter((entry) => entry.state.status === status)
        .flatMap(({ edit }, index) => ((bits >> (index % 8)) & 1 ? [edit.uuid] : []));
    const facts = { sentence: 'why', price: null, bound: c % 2 === 0 };
    const record =
      c % 5 === 0
        ? undo(this.timeline, some('applied', b), facts)
        : planEpoch(this.timeline, {
            ...facts,
            apply: some('open', a | 1),
            ...(c % 3 === 0 ? { undo: some('applied', b) } : {}),
            reason: 'economics',
          });
    return record === null ? { kind: 'nothing' } : this.add(record, 'e', true);
  }

  #garbageEpoch(a: number, b: number, c: number): Deed {
    const edits = this.records.filter((record) => record.type === 'edit').map(({ uuid }) => uuid);
    const chosen = (bits: number): Uuid[] => edits.filter((_, index) => (bits >> (index % 8)) & 1);
    const cut = c % 2 === 0 ? (pick(this.records, c)?.uuid ?? null) : null;
    const dropped = c % 4 === 0 ? chosen(a >> 2).map((edit) => ({ edit, why: 'so' })) : [];
    return this.add(
      {
        type: 'epoch',
        apply: chosen(a),
        undo: chosen(b & (b >> 3)),
        dropped,
        reason: 'limit',
        sentence: '',
        price: null,
        cut,
      },
      'e',
    );
  }

  #rewind(a: number): Deed {
    const targets =
      a % 5 === 0
        ? this.records.filter((record) => record.type === 'user' && record.origin.kind === 'human')
        : rewindTargets(this.timeline);
    const to = pick(targets, a >> 1);
    const rewind = to === undefined ? null : rewindTo(this.timeline, to.uuid);
    if (rewind === null) return { kind: 'nothing' };
    this.timeline = append(this.timeline, this.make(rewind.record, 'w', rewind.parentUuid));
    return { kind: 'rewind', to: rewind.parentUuid };
  }

  /** Resume, or go on from an older value of the timeline: the values share their cells and must not disturb each other. */
  #turnBack(kind: number, a: number): Deed {
    if (kind < 98) {
      this.timeline = timelineOf(this.records);
      return { kind: 'resume' };
    }
    const older = this.#older.at(-1 - (a % 4));
    this.#older.push(this.timeline);
    if (older === undefined) return { kind: 'nothing' };
    this.timeline = older;
    return { kind: 'branch' };
  }
}

const human = (text: string): NewRecord => ({
  type: 'user',
  origin: { kind: 'human' },
  audience: 'both',
  content: [{ type: 'text', text }],
});

const blockOf = (record: TimelineRecord, b: number): BlockTarget => {
  const result =
    record.type === 'user' ? record.content.find((block) => block.type === 'tool_result') : undefined;
  if (result !== undefined && b % 5 !== 0)
    return { uuid: record.uuid, toolUseId: String((result as { tool_use_id: string }).tool_use_id) }; // found as a result
  return { uuid: record.uuid, blockIndex: b % 2 };
};
