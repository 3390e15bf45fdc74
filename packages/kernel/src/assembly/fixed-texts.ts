/**
 * Every fixed text that reaches the model as a message (SPEC 12). One list, so that a text changes in one place and an
 * import can tell our words from a person's. Texts are part of recorded bytes: a changed one is a new text for new records.
 *
 * The refusals are long on purpose: one clear sentence saves three rounds.
 */
import type { SettledWhy } from '../timeline/origin.ts';

/** The person stopped the answer while the model spoke. */
export const REPLY_INTERRUPTED = '[The person stopped this reply before it was complete.]';
/** The person stopped the turn while a tool ran; the record that follows the tool's result. */
export const TOOL_USE_INTERRUPTED =
  '[The person stopped the work while a tool was in use. What had finished by then stands above.]';
/** The result of a call that was stopped by the person. */
export const CALL_INTERRUPTED =
  'This call was stopped by the person before it finished. It may have done part of its work. Wait for what they say next.';
/** The result of a call whose dialog was closed without an answer. */
export const DIALOG_CLOSED =
  'The question whether this call may run was closed without a decision, so it did not run and changed nothing. Wait for what the person says next.';
/** The result of a call that the person refused. */
export const REFUSED =
  'The person refused this call. It did not run and changed nothing. Stop here, do not try the same by another way, and wait for what they say next.';
/** The same with their reason. */
export const refusedWithReason = (reason: string): string =>
  `The person refused this call and it did not run. They said: ${reason}`;
/** A subagent's call, refused by the person. */
export const SUBAGENT_REFUSED_BY_PERSON =
  'The person refused this call and it did not run. Nobody will answer questions here: go on without it, try another way that respects the refusal, or report what could not be done.';
/** A subagent's call, refused by its leader. */
export const SUBAGENT_REFUSED_BY_LEADER =
  'The agent that leads this work refused this call and it did not run. Go on without it, or report what could not be done.';
/** A subagent's call that would have to ask where no dialog can be shown. */
export const SUBAGENT_REFUSED_NO_DIALOG =
  'This call needs a permission that nobody can be asked for here, so it did not run. Go on with what is allowed, or report what could not be done.';
/** A call refused by rule, with nobody there to ask. */
export const refusedByRule = (rule: string): string =>
  `This call is not allowed here (${rule}) and did not run. Other ordinary tools may be used where they serve the task. Do not work around what the refusal is meant to prevent. If the task can't be done without this call, stop and say what is needed and why.`;
/** The result of a call that was never started. */
export const NEVER_RAN =
  'This call never ran: the work stopped before it was started. Nothing was changed by it.';
/** The result of a call that ran, or may have run, and whose result is not there any more. */
export const RESULT_LOST =
  'The result of this call is not available: it was lost before it could be recorded. Call again if it is still needed.';
/** The result of a call with effects that was started and never seen to end. */
export const OUTCOME_UNKNOWN =
  'The outcome of this call is unknown: the work stopped while it ran. It may have taken effect fully, in part, or not at all, and it was not repeated. Check the state of things before deciding what to do.';
/** Follows an answer that was cut by a fault. */
export const ANSWER_CUT =
  '[The answer above was cut off by a fault before it was complete. Go on from where it ends, without repeating it.]';
/** The one assistant text: closes a turn that was cut before the model spoke. */
export const NO_ANSWER_ASKED = 'No answer was asked for.';
/** Asks the model to go on, where a request is due and nobody spoke. */
export const CONTINUATION = 'Go on with the work from where it stands.';
/** Stands between the answers of two rounds that would otherwise touch. */
export const BETWEEN_ANSWERS = '[Next round.]';
/** Stands at the beginning where a conversation would begin with the model's words. */
export const CONVERSATION_BEGINS = '[The conversation so far begins with an answer.]';
/** Result of a call whose real result stands further down. */
export const RESULT_ELSEWHERE =
  'The result of this call came later; it stands further down in the conversation.';
/** An empty result. */
export const EMPTY_RESULT = 'The tool ended without output.';

/** What a settled record says, by why it was settled. */
export const SETTLED_TEXTS: { readonly [why in SettledWhy]: string } = {
  never_ran: NEVER_RAN,
  interrupted: CALL_INTERRUPTED,
  result_lost: RESULT_LOST,
  outcome_unknown: OUTCOME_UNKNOWN,
  cut_answer: ANSWER_CUT,
  unanswered: NO_ANSWER_ASKED,
};

/** Every fixed text without a variable part. */
const fixed: ReadonlySet<string> = new Set([
  REPLY_INTERRUPTED,
  TOOL_USE_INTERRUPTED,
  CALL_INTERRUPTED,
  DIALOG_CLOSED,
  REFUSED,
  SUBAGENT_REFUSED_BY_PERSON,
  SUBAGENT_REFUSED_BY_LEADER,
  SUBAGENT_REFUSED_NO_DIALOG,
  NEVER_RAN,
  RESULT_LOST,
  OUTCOME_UNKNOWN,
  ANSWER_CUT,
  NO_ANSWER_ASKED,
  CONTINUATION,
  BETWEEN_ANSWERS,
  CONVERSATION_BEGINS,
  RESULT_ELSEWHERE,
  EMPTY_RESULT,
]);

/** Whether a text is one of ours: imported records are told apart by their text (SPEC 12). */
export const isSyntheticMessage = (text: string): boolean => fixed.has(text.trim());

const reminderOpen = '<system-reminder>';
const reminderClose = '</system-reminder>';

/** Wraps injected context, so that the model can tell it from the person's words (SPEC 9.1). */
export const asReminder = (text: string): string => `${reminderOpen}\n${text}\n${reminderClose}`;

/** Whether a text is injected context. */
export const isReminder = (text: string): boolean => text.trimStart().startsWith(reminderOpen);

// ── Sentences of the passes: what stands where a block could not be sent ────────────────────────────────────────────
export const callInWords = (name: string, input: string): string => `[Called ${name} with ${input}]`;
export const resultInWords = (id: string, text: string): string => `[Result of call ${id}: ${text}]`;
export const lateResultInWords = (id: string, text: string): string => `[Late result of call ${id}: ${text}]`;
export const movedFromResult = (id: string): string => `[The following belongs to the failed call ${id}:]`;
export const blockInWords = (type: string, text: string): string => `[A block of type ${type}: ${text}]`;
export const mediaInWords = (what: string, why: string): string => `[${what} was left out here: ${why}.]`;
