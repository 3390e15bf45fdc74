/**
 * What a terminal would be told, as plain text: escape sequences go, whichever piece they are cut in; overwritten progress
 * lines keep their last state. Works on decoded text, never on bytes (a byte of `Û` looks like a control sequence).
 *
 *     ground ─ ESC ─→ escape ─ '[' ─→ csi ─ final ─→ ground          C1 forms (U+009B, U+009D …) enter the same states
 *                       ├─ ']' 'P' 'X' '^' '_' ─→ string ─ BEL | ESC \ | U+009C ─→ ground
 *                       └─ other: one more character, or two for a charset
 */
import { escapeCharsMax } from '../limits.ts';

type State = 'ground' | 'escape' | 'csi' | 'string' | 'stringEscape' | 'charset';

/** Strips one stream. Stateful: a sequence may be cut anywhere between two pieces. */
export class TerminalText {
  #state: State = 'ground';
  #length = 0;
  #carriage = false;

  /** The plain text of the next piece. */
  write(text: string): string {
    let out = '';
    for (let at = 0; at < text.length; at++) {
      const run = this.#state === 'ground' && !this.#carriage ? plainRun(text, at) : at;
      if (run > at) out += text.slice(at, run);
      at = run;
      if (at >= text.length) break;
      const char = text.charAt(at);
      if (this.#state === 'ground') out += this.#ground(char);
      else this.#inside(char);
    }
    return out;
  }

  /** What is left when the stream ends. */
  end(): string {
    const rest = this.#carriage ? '\n' : '';
    this.#carriage = false;
    this.#state = 'ground';
    return rest;
  }

  #ground(char: string): string {
    // A lone carriage return overwrites the line on a terminal; here it starts a new one, so that nothing is lost.
    const before = this.#carriage && char !== '\n' && char !== '\r' ? '\n' : '';
    if (char !== '\r') this.#carriage = false;
    return before + this.#character(char);
  }

  #character(char: string): string {
    const code = char.charCodeAt(0);
    if (char === '\n' || char === '\t' || (code >= 0x20 && code < 0x7f) || code > 0x9f) return char;
    if (char === '\r') this.#carriage = true;
    else if (char === '\x1b') this.#enter('escape');
    else if (code === 0x9b) this.#enter('csi');
    else if (code === 0x90 || code === 0x98 || code === 0x9d || code === 0x9e || code === 0x9f)
      this.#enter('string');
    return ''; // bells, backspaces and other control characters say nothing to a reader
  }

  #enter(state: State): void {
    this.#state = state;
    this.#length = 0;
  }

  #inside(char: string): void {
    if (++this.#length > escapeCharsMax) {
      this.#state = 'ground';
      return;
    }
    switch (this.#state) {
      case 'escape':
        if (char === '[') this.#state = 'csi';
        else if ('PX^_]'.includes(char)) this.#state = 'string';
        else if (' #%()*+-./'.includes(char)) this.#state = 'charset';
        else if (char !== '\x1b') this.#state = 'ground';
        break;
      case 'csi':
        if (char === '\x1b') this.#state = 'escape';
        else if (char >= '@' && char <= '~') this.#state = 'ground';
        break;
      case 'string':
        if (char === '\x07' || char === '\u009C') this.#state = 'ground';
        else if (char === '\x1b') this.#state = 'stringEscape';
        break;
      case 'stringEscape':
        this.#state = char === '\\' ? 'ground' : 'string';
        break;
      case 'charset':
      case 'ground':
        this.#state = 'ground';
        break;
    }
  }
}

const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Where the next control character stands, from an offset on. */
function plainRun(text: string, from: number): number {
  control.lastIndex = from;
  return control.exec(text)?.index ?? text.length;
}
