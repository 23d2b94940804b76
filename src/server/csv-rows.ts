/** A list as a CSV file in pieces: read and sent batch by batch, so that a long one takes no more memory than a short one. */
import { floatingMs } from '#shared/clock.ts';
import { csvLine } from '#shared/csv-line.ts';

/** Few enough that other requests of the process hardly wait for a batch. */
const rowsAtOnce = 500;

interface CsvList<Row> {
  /** Names and values of the columns, in their order. */
  columns: Readonly<Record<string, (row: Row) => string | number | null>>;
  /** The rows behind `after`, in the list's order; undefined: the first ones. */
  read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>;
  /** As in csvLine. */
  guard?: string;
}

/** Begins with a byte order mark: without one, a spreadsheet takes 'Café' for 'CafÃ©'. */
export async function* csvRows<Row>({ columns, read, guard }: CsvList<Row>): AsyncGenerator<string> {
  yield `\ufeff${csvLine(Object.keys(columns))}`;
  const values = Object.values(columns);
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last, rowsAtOnce);
    // A short batch is not the last one: its reader may have passed a row over that is gone since.
    if (rows.length === 0) return;
    const lines = rows.map((row) =>
      csvLine(
        values.map((value) => value(row) ?? ''),
        guard,
      ),
    );
    yield lines.join('');
    last = rows.at(-1);
  }
}

/** '2026-07-04 19:30' by the town's clock, which spreadsheets take for a time; null for none. */
export function csvTime(instant: Date | string | null, timeZone: string): string | null {
  return instant === null ? null : new Date(floatingMs(instant, timeZone)).toISOString().slice(0, 16).replace('T', ' ');
}

/** '49.00': an amount that any spreadsheet adds up. */
export const csvDollars = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2));
