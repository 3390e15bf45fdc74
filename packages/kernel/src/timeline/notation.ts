/**
 * The notation: timelines in one line, for tests, logs and docs.
 *
 *     u1 |Q1| a1[t1,t2] r1 r2! |Q2| a2(think) fold#1(u1..r2) epoch(+#1) u3
 *
 * Grammar (items are separated by white space; `"…"` is a JSON string):
 *
 *     item     = message | request | mark | decision | control, then [ "<" parent ]
 *                parent: the record it hangs on, "-" for none; left out when it is the record before
 *     message  = name [ "@" model ] [ "[" call { "," call } "]" ] [ "!" ] [ "(" arg { "," arg } ")" ]
 *                name: u human · a assistant · r result · ctx context · sum summary · int interruption · cont
 *                continuation · hook · task · mate · chan · cmd · sys notice · att attachment · prog progress, and a
 *                number or label that begins with a digit. The name is the uuid, and the text if none is given
 *                call: id [ ":" tool ]; a result answers the call of its number (r1 → t1) unless an arg names others
 *                arg: "text" · audience both model person nobody · think redacted bare image (blocks; bare = no text) ·
 *                error (synthetic) · unanswered · round:Q1 · msg:id · mode:name · settled:why · silent (no words for the
 *                model) · a subtype (sys, att) · a record (att: what it is about) · a call (r, prog)
 *     request  = "|Q2|" accepted · "|Q2!|" refused · "|Q2?|" unknown · "|Q2~|" accepted, then cut · "|Q2>|" on its way ·
 *                "|>Q2|" its answer alone, with the same signs. "Q2.3" is the third attempt at round 2. "Q2@model"
 *     mark     = kind "#" label { "/session" | "/now" | "/by:" who } "(" … ")"
 *                remove#1(a1,r1) · clear#2(r1,r2:t9,a1:0,r3="words") · fold#3(u1..r2,"text") · reset#4(u1..r2) ·
 *                wipe#5(u1..r2) a reset with nothing in its place
 *     decision = withdraw(#1) · undo(#2) · epoch(+#3 -#2 x#4:"why" ^cut =reason "sentence") · void(a2) a tombstone
 *     control  = rewind(u3) · keep(u1) · unkeep(u1) · mode(m) · model(m) · cwd("/x") · title("x") · head(h) ·
 *                latch(name:profile) · unlatch(name:profile) · session(id) · turn_end(terminal)
 *
 * A record is named by its name, by the ordinal of a message in the file (1..4 are the first four), or, when it isn't
 * there, with a "?" before it. Ids and timestamps follow from the text alone; what parses prints, and parses back to the
 * same records.
 */
export { parseNotation, NotationError } from './notation-parse.ts';
export { printNotation } from './notation-print.ts';
