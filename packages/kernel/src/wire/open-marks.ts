/** Marks that wait for an epoch, as they lie over a wire: what each would change, and where the first change stands. */
import { openMarks } from '../edit/state.ts';
import { placeOf } from '../timeline/path.ts';
import type { EditRecord } from '../timeline/record.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { type OpenMark, type PlacedBlock, type Wire, blockAt } from './wire.ts';
import { positionsOf } from './positions.ts';

type Blocks = Pick<Wire, 'sealed' | 'open'>;

/** The open marks of a path over its wire. */
export function marksOnWire(timeline: Timeline, wire: Blocks): readonly OpenMark[] {
  return openMarks(timeline).map((edit): OpenMark => {
    const positions = targetPositions(timeline, wire, edit);
    const tokens = positions.reduce((sum, position) => sum + (blockAt(wire, position)?.tokens ?? 0), 0);
    const first = positions.reduce((least, position) => Math.min(least, position), Infinity);
    return { edit: edit.uuid, tokens, firstBlock: Number.isFinite(first) ? first : null };
  });
}

/** Positions of the blocks that a mark would change. */
function targetPositions(timeline: Timeline, wire: Blocks, edit: EditRecord): readonly number[] {
  const { op } = edit;
  switch (op.kind) {
    case 'withdraw':
      return [];
    case 'remove':
      return op.targets.flatMap((uuid) => blocksOfRecord(wire, uuid));
    case 'clear':
      return op.targets.flatMap(({ target }) => {
        const positions = blocksOfRecord(wire, target.uuid);
        if (!('toolUseId' in target)) return positions;
        const own = positions.filter((position) => isCall(blockAt(wire, position), target.toolUseId));
        return own.length > 0 ? own : positions;
      });
    case 'fold': {
      const first = placeOf(timeline, op.first);
      const last = placeOf(timeline, op.last);
      if (first === undefined || last === undefined) return [];
      return timeline.path.slice(first, last + 1).flatMap(({ uuid }) => blocksOfRecord(wire, uuid));
    }
  }
}

/** A call's id on the wire begins with its own id, unless that can't be carried; then all blocks of the record count. */
const isCall = (block: PlacedBlock | undefined, toolUseId: string): boolean =>
  block?.callId?.startsWith(toolUseId) === true;

function blocksOfRecord(wire: Blocks, uuid: string): readonly number[] {
  const sealed = positionsOf(wire.sealed.records, uuid).filter(
    (position) => position < wire.sealed.blocks.length,
  );
  const open = wire.open.blocks.flatMap((block, index) =>
    block.provenance.record === uuid ? [wire.sealed.blocks.length + index] : [],
  );
  return [...sealed, ...open];
}
