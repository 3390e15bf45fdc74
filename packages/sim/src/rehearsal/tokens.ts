/** Cuts JavaScript into tokens, well enough for one-token edits. Comments and spaces are left out. */

type TokenKind = 'name' | 'keyword' | 'number' | 'string' | 'template' | 'regex' | 'punct';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Offsets into the source. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

const KEYWORDS = new Set(
  (
    'break case catch class const continue debugger default delete do else export extends finally for function if import in ' +
    'instanceof let new return static super switch this throw try typeof var void while with yield async await of get set ' +
    'true false null undefined'
  ).split(' '),
);
const SOFT = new Set(['of', 'get', 'set', 'async', 'static']);
const BEFORE_REGEX = new Set(
  'return typeof case in of instanceof new delete void throw do else yield await'.split(' '),
);
const PUNCTUATION =
  />>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|<<|>>|\*\*|[{}()[\];,<>+\-*/%&|^!~?:=.@#]/y;
const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const NAME = /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER =
  /0[xX][\da-fA-F_]+n?|0[bB][01_]+n?|0[oO][0-7_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?n?/y;
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_PART = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function regexMayFollow(last: Token | undefined): boolean {
  if (!last) return true;
  if (last.kind === 'punct') return !/^(\)|\]|\}|\+\+|--)$/.test(last.text);
  return last.kind === 'keyword' && BEFORE_REGEX.has(last.text);
}

class Cutter {
  readonly tokens: Token[] = [];
  private at = 0;
  private line = 1;
  /** Brace depths at which a template's expression ends. */
  private readonly templates: number[] = [];
  private depth = 0;

  constructor(private readonly text: string) {}

  run(): Token[] {
    if (this.text.startsWith('#!')) this.advance(matchAt(/[^\n]*/y, this.text, 0) ?? '');
    while (this.at < this.text.length) {
      const space = matchAt(SPACE, this.text, this.at);
      if (space) this.advance(space);
      else this.step();
    }
    return this.tokens;
  }

  private advance(part: string): void {
    this.at += part.length;
    for (let i = 0; i < part.length; i += 1) if (part[i] === '\n') this.line += 1;
  }

  private push(kind: TokenKind, text: string): void {
    this.tokens.push({ kind, text, start: this.at, end: this.at + text.length, line: this.line });
    this.advance(text);
  }

  private templatePart(): void {
    const part = matchAt(TEMPLATE_PART, this.text, this.at) ?? '';
    if (part !== '') this.push('template', part);
    if (this.text.startsWith('${', this.at)) {
      this.push('punct', '${');
      this.depth += 1;
      this.templates.push(this.depth);
    } else if (this.at < this.text.length) this.push('punct', '`');
  }

  private brace(char: string): void {
    const closes = char === '}' && this.templates.at(-1) === this.depth;
    this.push('punct', char);
    this.depth += char === '{' ? 1 : -1;
    if (!closes) return;
    this.templates.pop();
    this.templatePart();
  }

  private step(): void {
    const { text, at } = this;
    const char = text[at] ?? '';
    if (char === '`') {
      this.push('punct', '`');
      return this.templatePart();
    }
    if (char === '{' || char === '}') return this.brace(char);
    const name = matchAt(NAME, text, at);
    if (name) return this.push(this.isKeyword(name) ? 'keyword' : 'name', name);
    const number = /[\d.]/.test(char) ? matchAt(NUMBER, text, at) : undefined;
    if (number) return this.push('number', number);
    const string = char === "'" || char === '"' ? matchAt(STRING, text, at) : undefined;
    if (string) return this.push('string', string);
    const regex = char === '/' && regexMayFollow(this.tokens.at(-1)) ? matchAt(REGEX, text, at) : undefined;
    if (regex) return this.push('regex', regex);
    return this.push('punct', matchAt(PUNCTUATION, text, at) ?? char);
  }

  private isKeyword(name: string): boolean {
    const last = this.tokens.at(-1)?.text;
    if (last === '.' || last === '?.') return false;
    return (
      KEYWORDS.has(name) &&
      !(
        SOFT.has(name) &&
        /^\s*[.=(,;)]/.test(this.text.slice(this.at + name.length, this.at + name.length + 3))
      )
    );
  }
}

/** The tokens of a source text, in order. */
export function tokensOf(text: string): Token[] {
  return new Cutter(text).run();
}
