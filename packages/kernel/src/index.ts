export * from './timeline/id.ts';
export * from './timeline/block.ts';
export * from './timeline/origin.ts';
export * from './timeline/record.ts';
export * from './edit/edit.ts';
export * from './assembly/types.ts';
export * from './model/profile.ts';
export { DEFAULT_MODEL, pricesAt, profileOf } from './model/profile-of.ts';
export { MODEL_TABLE } from './model/table.ts';
export * from './tokens/kind.ts';
export * from './tokens/estimate.ts';
export * from './tokens/calibrate.ts';
export * from './tokens/lines.ts';
export * from './tokens/context.ts';
export { contextOf } from './tokens/context-of.ts';
export { imagePixels, imageTokens, pdfPages } from './tokens/media.ts';
export { Sequence } from './timeline/sequence.ts';
export {
  append,
  emptyTimeline,
  headOf,
  length,
  prefixOf,
  recordOf,
  recordsOf,
  seqOf,
  setAside,
  timelineOf,
  type Timeline,
} from './timeline/timeline.ts';
export { pathState, fileState, type Fold } from './timeline/fold.ts';
export { pathOf, placeOf, rewindTargets, rewindTo, type Rewind } from './timeline/path.ts';
export { openSegment, segmentsOf, type OpenSegment, type Segment } from './timeline/segment.ts';
export { answerKey, callPlace, closeOverRounds, openCallsAt } from './timeline/round.ts';
export { turnRuns, turnStart } from './timeline/turn.ts';
export { stateOf, type ControlState } from './timeline/control-state.ts';
export { appliedState, type AppliedState, type Cut } from './edit/application.ts';
export type { Application, Cover } from './edit/cover.ts';
export { blocksOf, isForModel, isForPerson, type ModelRecord } from './view/audience.ts';
export type { ClearedItem, FoldItem, ItselfItem, ViewItem } from './view/item.ts';
export { modelView } from './view/model-view.ts';
export { personView, type PersonRow } from './view/person-view.ts';
export { transcript } from './view/transcript.ts';
export { timelineAt, viewAt } from './view/view-at.ts';
export { planEpoch, mayPlanEpoch, type EpochPlan } from './edit/epoch.ts';
export { DROP_WORDS, type DropReason } from './edit/legality.ts';
export { closure, keep, mark, undo, unkeep, withdraw, type MarkRequest, type Marked } from './edit/mark.ts';
export {
  applicationsOf,
  editState,
  editStatus,
  keptOf,
  openMarks,
  type EditEntry,
  type EditStatus,
} from './edit/state.ts';
export { NotationError, parseNotation, printNotation } from './timeline/notation.ts';
export * from './assembly/fixed-texts.ts';
export { assemble, PASSES, type Assembled, type AssembleInput } from './assembly/assemble.ts';
export {
  settle,
  openCalls,
  nameBasedId,
  type OpenCall,
  type RepeatClass,
  type SettleOptions,
} from './assembly/settle.ts';
export { derivedId, isCarriedId } from './assembly/wire-id.ts';
export { hashOfHead } from './wire/head.ts';
export { bodyText, requestOf, type RequestOptions } from './wire/request.ts';
export { breakpointsOf, type Breakpoints } from './wire/breakpoints.ts';
export { blockAt, blockCount, blocksOfWire, prefixHashOf, type OpenMark, type Wire } from './wire/wire.ts';
export { BETA_LATCH, paramsOf, type Params } from './wire/params.ts';
export { predict, type Prediction, type PredictOptions } from './cache/predict.ts';
export { cacheStateOf, COLD_CACHE, type CacheEntry, type CacheState } from './cache/cache-state.ts';
