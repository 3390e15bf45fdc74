/**
 * Every bound of the tools, with its unit. Characters are UTF-16 code units as JavaScript counts them.
 * Where a number is a default of the specification, the section stands beside it.
 */

/** Lines that Read shows when no limit is given. */
export const readLinesDefault = 2_000;
/** Characters of a line that Read shows; the rest is cut with a note. */
export const readLineCharsMax = 2_000;
/** Characters of one Read result, about 25,000 tokens; what comes after is left for the next call. */
export const readResultCharsMax = 100_000;
/** Bytes looked at to tell text from binary (git looks at as many). */
export const sniffBytes = 8_000;
/** Bytes of the largest file that is held in memory whole; larger ones are read in pieces and never edited. */
export const wholeFileBytesMax = 16 * 1024 * 1024;
/** Bytes of one piece of a large file. */
export const pieceBytes = 1024 * 1024;
/** Bytes that Read scans for a line far down in a large file. */
export const scanBytesMax = 2 * 1024 * 1024 * 1024;
/** Names of a directory that are compared when a file is not found. */
export const nearNamesScanned = 5_000;
/** Names suggested for a file that is not found. */
export const nearNamesShown = 3;

/** Lines around a change in the snippet that Edit returns. */
export const snippetContextLines = 3;
/** Lines of the whole snippet. */
export const snippetLinesMax = 60;
/** Places shown when a replacement hit many. */
export const snippetPlacesMax = 3;
/** Line numbers listed when old_string is not unique. */
export const placesListedMax = 10;
/** Lines of a file compared when old_string is not found. */
export const nearestLinesMax = 20_000;
/** Lines of old_string and of its nearest place that an error shows. */
export const nearestLinesShown = 12;
/** Characters on either side above which no diff is made for the person's row. */
export const diffCharsMax = 256 * 1024;
/** Edits after which the diff algorithm gives up. */
export const diffEditLengthMax = 2_000;
/** Milliseconds after which the diff algorithm gives up. */
export const diffTimeoutMs = 40;
/** Lines of context in a diff. */
export const diffContextLines = 3;

/** Paths that Glob returns. */
export const globResultsMax = 100;
/** Matching paths that Glob holds and sorts; more are counted only. */
export const globMatchesMax = 20_000;
/** Milliseconds after which Glob and Grep return what they have. */
export const searchTimeoutMs = 20_000;
/** Files whose times are asked side by side. */
export const statConcurrency = 32;
/** Directories that Glob walks where ripgrep is missing. */
export const walkDirectoriesMax = 20_000;
/** Characters of a glob or search pattern. */
export const patternCharsMax = 10_000;

/** Entries that Grep returns when no limit is given: lines of content, files or counts. */
export const grepEntriesDefault = 200;
/** The most entries that Grep returns. */
export const grepEntriesMax = 2_000;
/** Characters of a found line that Grep shows. */
export const grepLineCharsMax = 500;
/** Characters of one Grep result. */
export const grepResultCharsMax = 40_000;
/** Lines of context around a match, at most. */
export const grepContextMax = 100;
/** Characters of a process's error output kept for an error message. */
export const errorCharsMax = 2_000;

/** Milliseconds that a command may run when no timeout is given. */
export const bashTimeoutDefaultMs = 120_000;
/** The longest timeout of a command. */
export const bashTimeoutMaxMs = 600_000;
/** Characters of a command's output that the model gets; head and tail are kept. */
export const bashResultCharsMax = 30_000;
/** Of these, characters of the head. */
export const bashHeadChars = 10_000;
/** Characters of output kept for the blob that holds the whole; more are counted only. */
export const bashWholeCharsMax = 8 * 1024 * 1024;
/** Characters of the tail in a progress state. */
export const progressTailChars = 2_000;
/** Milliseconds between two progress states of one command. */
export const progressEveryMs = 100;
/** Milliseconds without data after which a finished command's output counts as read, though a background child holds it. */
export const drainIdleMs = 60;
/** Milliseconds after which reading stops in any case. */
export const drainMaxMs = 400;
/** Milliseconds that a killed command may take to go before the call settles without it. */
export const killSettleMs = 900;
/** Characters of one escape sequence; a longer one is dropped as far as it goes. */
export const escapeCharsMax = 4_096;
/** Bytes of a command. Linux takes 128 KiB for one argument. */
export const commandBytesMax = 120 * 1024;
/** Shells inside shells that are looked through for session files. */
export const nestedShellsMax = 4;

/** Bytes above which a memory file is skipped (API-CONTRACT J26). */
export const memoryFileBytesMax = 4 * 1024 * 1024;
/** Characters of one memory file. */
export const memoryFileCharsMax = 64 * 1024;
/** Characters of all memory files together. */
export const memoryTotalCharsMax = 256 * 1024;
/** Imports of imports (API-CONTRACT J26). */
export const memoryImportHopsMax = 4;
/** Memory files read at one start, imports included. */
export const memoryFilesMax = 100;
/** Directories from the root down that are looked into. */
export const memoryLevelsMax = 64;
/** Milliseconds for each of the git calls of the environment segment. */
export const gitTimeoutMs = 2_000;
/** Lines of `git status` shown. */
export const gitStatusLinesMax = 40;
/** Commits shown. */
export const gitCommitsMax = 5;
/** Characters of git output that are read. */
export const gitOutputCharsMax = 64 * 1024;
