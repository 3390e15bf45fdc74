/** Output of any length in bounded memory: its head, its tail, and the whole while that is not too much. */
import { cutText, tailText } from '../text/numbered-lines.ts';
import { grouped } from '../text/size-words.ts';

/** Bounds, in characters. */
export interface HeadTailLimits {
  readonly shown: number;
  readonly head: number;
  readonly whole: number;
}

/** Collects text; never holds more than `whole` plus twice `shown` characters. */
export class HeadTail {
  length = 0;
  #head = '';
  #tail = '';
  #whole: string[] | null = [];
  readonly #limits: HeadTailLimits;

  constructor(limits: HeadTailLimits) {
    this.#limits = limits;
  }

  write(text: string): void {
    if (text === '') return;
    const { head, shown, whole } = this.#limits;
    if (this.#head.length < shown) this.#head += text.slice(0, shown - this.#head.length);
    this.length += text.length;
    this.#tail += text.length > shown ? text.slice(-shown) : text;
    if (this.#tail.length > 2 * shown) this.#tail = this.#tail.slice(-(shown - head));
    if (this.length > whole) this.#whole = null;
    else this.#whole?.push(text);
  }

  /** Whether something must be left out. */
  get cut(): boolean {
    return this.length > this.#limits.shown;
  }

  /** All of it where it was kept, else null. */
  get whole(): string | null {
    return this.#whole === null ? null : this.#whole.join('');
  }

  /** The end of what came so far. */
  tail(chars: number): string {
    return tailText(this.#tail, chars);
  }

  /** The text within its bound; `note` says more about what was left out. */
  text(note = ''): string {
    if (!this.cut) return this.#head;
    const { head, shown } = this.#limits;
    const first = toLineEnd(cutText(this.#head, head));
    const last = fromLineStart(tailText(this.#tail, shown - head));
    const left = this.length - first.length - last.length;
    return `${first.replace(/\n$/, '')}\n\n[… ${grouped(left)} characters left out${note} …]\n\n${last}`;
  }
}

/** Ends at a line's end where one is near. */
function toLineEnd(text: string): string {
  const at = text.lastIndexOf('\n');
  return at > text.length * 0.8 ? text.slice(0, at + 1) : text;
}

/** Begins at a line's start where one is near. */
function fromLineStart(text: string): string {
  const at = text.indexOf('\n');
  return at !== -1 && at < text.length * 0.2 ? text.slice(at + 1) : text;
}
