/** The file of `npm run import -- FILE --rejects FILE`: a table that can be mended and imported again. */
import { closeSync, openSync, realpathSync, writeSync } from 'node:fs';
import { CommandError } from '#app/cli/run-command.ts';
import type { Rejection } from '#features/imports/server/import-businesses.ts';
import { csvLine, spaceGuard } from '#shared/csv-line.ts';

/** The columns in front of those of the input. */
const front = ['line', 'reason'];

function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

export class RejectsFile {
  readonly #file: number;
  #hasHeader = false;
  /** 2 for an input that is such a file itself: its own line and reason make room for the new ones. */
  #leftOut = 0;
  /** Rows of a map extract, whose columns are known at its end. */
  readonly #rows: Rejection[] = [];

  /** @throws CommandError when the file cannot be written, or is the input */
  constructor(file: string, input: string) {
    if (isSameFile(file, input))
      throw new CommandError(`${file} is the file to import. Name another one for its rejected rows.`);
    try {
      this.#file = openSync(file, 'w');
    } catch {
      throw new CommandError(`${file} cannot be written.`);
    }
  }

  add(rejections: readonly Rejection[]): void {
    for (const rejection of rejections) {
      const { line, reason, table } = rejection;
      if (table === undefined) {
        this.#rows.push(rejection);
        continue;
      }
      if (!this.#hasHeader) {
        this.#leftOut = front.every((name, at) => table.columns[at] === name) ? front.length : 0;
        this.#header(table.columns.slice(this.#leftOut));
      }
      this.#write([line, reason, ...table.cells.slice(this.#leftOut)]);
    }
  }

  close(): void {
    if (!this.#hasHeader) {
      const keys = new Set(['name', 'address', ...this.#rows.flatMap(({ fields }) => Object.keys(fields))]);
      this.#header([...keys]);
      for (const { line, reason, fields } of this.#rows)
        this.#write([line, reason, ...[...keys].map((key) => fields[key] ?? '')]);
    }
    closeSync(this.#file);
  }

  #header(columns: readonly string[]): void {
    this.#hasHeader = true;
    this.#write([...front, ...columns]);
  }

  #write(cells: readonly (string | number)[]): void {
    writeSync(this.#file, csvLine(cells, spaceGuard));
  }
}
