/**
 * Cuts one long list out of a JSON object, entry by entry, with line numbers. The parsers on npm read token
 * by token and report no positions; this one only finds where an entry ends and leaves the rest to
 * JSON.parse.
 */
import { storableText } from '#shared/whole-letters.ts';
import { ImportRefusal } from '../import-row.ts';

export interface JsonItem {
  /** The member of the outer object that holds the list. */
  list: string;
  line: number;
  value: unknown;
}

export interface JsonMember {
  key: string;
  value: unknown;
}

/** Maximum characters of one entry; a country's border in full detail is smaller. */
const maxEntryLength = 8_000_000;

type Place =
  | 'start'
  | 'first key'
  | 'key'
  | 'colon'
  | 'value'
  | 'after value'
  | 'first item'
  | 'item'
  | 'after item'
  | 'end';

export class JsonItemReader {
  readonly #lists: ReadonlySet<string>;
  readonly #onMember: (member: JsonMember) => void;
  #place: Place = 'start';
  #key = '';
  #line = 1;
  /** The value being cut out: the text from earlier pieces, and its nesting depth. */
  #pending: string | undefined;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #scalar = false;
  #startLine = 1;
  /** True once one of the lists was there, even an empty one. */
  sawList = false;

  /**
   * Entries of the members named `lists` are returned one by one; every other member goes to `onMember`
   * whole.
   */
  constructor(lists: readonly string[], onMember: (member: JsonMember) => void) {
    this.#lists = new Set(lists);
    this.#onMember = onMember;
  }

  /**
   * Returns the entries that end in this piece of text. Throws ImportRefusal at the first character that is
   * not JSON.
   */
  push(text: string): JsonItem[] {
    const items: JsonItem[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text.charCodeAt(at);
      if (this.#pending === undefined) {
        if (char === newline) this.#line++;
        if (char === newline || char === 32 || char === 9 || char === 13) continue;
        if (!this.#step(text[at] ?? '')) continue;
        from = at;
        this.#pending = '';
        this.#startLine = this.#line;
        this.#inString = char === quote;
        this.#depth = char === openBrace || char === openBracket ? 1 : 0;
        this.#scalar = !this.#inString && this.#depth === 0;
        continue;
      }
      const length = this.#lengthAt(char);
      if (char === newline) this.#line++;
      if (length === undefined) continue;
      items.push(...this.#finish(this.#pending + text.slice(from, at + length)));
      // A scalar ends before the character that ended it, which is read again by itself.
      if (length === 0) {
        if (char === newline) this.#line--;
        at--;
      }
    }
    if (this.#pending !== undefined) {
      this.#pending += text.slice(from);
      if (this.#pending.length > maxEntryLength) {
        throw new ImportRefusal(`The entry at line ${this.#startLine} is longer than ${maxEntryLength} characters.`);
      }
    }
    return items;
  }

  /** Throws ImportRefusal when the text ended before the outer object was closed. */
  end(): void {
    if (this.#place !== 'end') {
      throw new ImportRefusal(`The file ends in the middle, at line ${this.#line}: it is cut off.`);
    }
  }

  #broken(): ImportRefusal {
    return new ImportRefusal(`The file is broken JSON at line ${this.#line}.`);
  }

  /**
   * The number of characters of `char` that still belong to the value, if it ends here; undefined if it does
   * not.
   */
  #lengthAt(char: number): 0 | 1 | undefined {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (char === backslash) this.#escaped = true;
      else if (char === quote) {
        this.#inString = false;
        if (this.#depth === 0) return 1;
      }
      return undefined;
    }
    if (this.#scalar) {
      const ends = char === comma || char === closeBrace || char === closeBracket || char <= 32;
      return ends ? 0 : undefined;
    }
    if (char === quote) this.#inString = true;
    else if (char === openBrace || char === openBracket) this.#depth++;
    else if ((char === closeBrace || char === closeBracket) && --this.#depth === 0) return 1;
    return undefined;
  }

  /** Reads one character outside of values; returns true when a value begins with it. */
  #step(char: string): boolean {
    const place = this.#place;
    if (place === 'start' && char === '{') this.#place = 'first key';
    else if ((place === 'first key' || place === 'after value') && char === '}') this.#place = 'end';
    else if ((place === 'first key' || place === 'key') && char === '"') return true;
    else if (place === 'colon' && char === ':') this.#place = 'value';
    else if (place === 'value' && char === '[' && this.#lists.has(this.#key)) {
      this.#place = 'first item';
      this.sawList = true;
    } else if (place === 'after value' && char === ',') this.#place = 'key';
    else if ((place === 'first item' || place === 'after item') && char === ']') this.#place = 'after value';
    else if (place === 'after item' && char === ',') this.#place = 'item';
    else if ((place === 'value' || place === 'item' || place === 'first item') && !',:]}'.includes(char)) return true;
    else throw this.#broken();
    return false;
  }

  #finish(text: string): JsonItem[] {
    this.#pending = undefined;
    let value: unknown;
    try {
      value = parse(text);
    } catch {
      throw this.#broken();
    }
    if (this.#place === 'first key' || this.#place === 'key') {
      this.#key = String(value);
      this.#place = 'colon';
      return [];
    }
    if (this.#place === 'value') {
      this.#onMember({ key: this.#key, value });
      this.#place = 'after value';
      return [];
    }
    this.#place = 'after item';
    return [{ list: this.#key, line: this.#startLine, value }];
  }
}

/** Few files contain an escape that PostgreSQL cannot store; for those, every text is checked. */
function parse(text: string): unknown {
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value));
}

const newline = 10;
const quote = 34;
const comma = 44;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
