/** Branded ids: strings that can't be mixed up. Made at the edge (disk, clock, model), trusted inside. */
declare const brand: unique symbol;
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Id of a record; unique in a session. RFC 4122 form for new records, any non-empty string in imports. */
export type Uuid = Brand<string, 'Uuid'>;
/** Id of a session; also the name of its folder and file. */
export type SessionId = Brand<string, 'SessionId'>;
/** Id of one chain (one agent's line of requests); `main` for the main chain. */
export type ChainId = Brand<string, 'ChainId'>;
/** Id of a round: the uuid of the `request` record that opened it. */
export type RoundId = Brand<string, 'RoundId'>;
/** Id of a tool call as the model gave it. */
export type ToolUseId = Brand<string, 'ToolUseId'>;

// Each cast below is the one place where a plain string becomes an id of its kind.
export const asUuid = (text: string): Uuid => text as Uuid;
export const asSessionId = (text: string): SessionId => text as SessionId;
export const asChainId = (text: string): ChainId => text as ChainId;
export const asRoundId = (text: string): RoundId => text as RoundId;
export const asToolUseId = (text: string): ToolUseId => text as ToolUseId;

/** The main chain of every session. */
export const MAIN_CHAIN: ChainId = asChainId('main');
