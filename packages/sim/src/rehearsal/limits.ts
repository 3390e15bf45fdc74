/** Every bound of the rehearsal, in one place. Units are in the names. */
export const LIMITS = {
  /** Tool calls of one repair job; past it the job gives up truthfully. */
  repairCallsMax: 240,
  /** Bugs that one repair job takes on, one after another. */
  repairBugsMax: 6,
  /** Candidates tried one by one with the edit tool before the rest goes to a scratch copy. */
  openTriesMax: 4,
  /** Candidates that one scratch command carries. */
  scratchBatchMax: 600,
  /** Scratch commands of one repair job: with `scratchMs` it bounds the job to under ten minutes. */
  scratchBatchesMax: 5,
  /** Wall time of one scratch command, below the usual two minutes of a shell tool. */
  scratchMs: 75_000,
  /** What one candidate's test run may take in the scratch copy, at most. */
  trialMsMax: 8_000,
  /** What a first test run may take before it counts as hanging. */
  suiteMs: 60_000,
  /** Candidates that are ranked for one bug. */
  candidatesMax: 3_600,
  /** Lines before and after one in which lines of the same shape are looked for. */
  siblingRows: 8,
  /** Tokens that a line has at least, for its shape to tell something. */
  siblingTokensMin: 6,
  /** Source files read for one bug. */
  sourcesMax: 10,
  /** Lines of one page of a file, when it must be read in pages. */
  pageLines: 400,
  /** Pages of one file. */
  pagesMax: 12,
  /** A source file larger than this is left alone (characters). */
  sourceCharsMax: 200_000,
  /** A line longer than this is machine-made and is not edited (characters). */
  lineCharsMax: 1_000,
  /** Files that a listing keeps. */
  filesMax: 2_000,
  /** Points of a conversation from which a cut job is looked for again. */
  restartsMax: 20,
  /** Neighbouring lines that an edit may quote to become unique. */
  quoteLinesMax: 12,
  /** Characters that an answer quotes from one file. */
  quoteCharsMax: 1_500,
  /** Lines that a listing shows in an answer. */
  listedMax: 60,
  /** Times that a call cut by a crash is repeated. */
  repeatsMax: 2,
  /** Characters of a digest of a conversation. */
  digestCharsMax: 4_000,
} as const;
