import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { ImportRefusal, type RawRow } from '../import-row.ts';
import { type ChosenColumn, mapColumns, pickFields, planColumns } from '../map-columns.ts';

/** A longer row means an unclosed quotation mark, or a file that is not a table. */
const maxRowLength = 256_000;

/** Says the same of the row in the file of refused rows, whose header has other columns. */
const tooMany = (count: number) => `has ${count} more ${count === 1 ? 'cell' : 'cells'} than the header has columns`;

const columnHint = 'A first line with column names is needed, one of them for the name: name, business name or title.';

function refusal(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new ImportRefusal(
      `The row after line ${line} is longer than ${maxRowLength} characters: a quotation mark is not closed, or this is not a table.`,
    );
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new ImportRefusal(`The file ends inside a quotation that begins after line ${line}: it is cut off.`);
  }
  return new ImportRefusal(`The table cannot be read after line ${line}.`);
}

/**
 * Splits the lines of the table, including the header, into values; skips empty lines. Throws ImportRefusal
 * for broken quotes.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<{ line: number; values: string[] }> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowLength,
  });
  // The error also ends the loop below, which handles it.
  pipeline(Readable.from(text), parser, () => {});
  let line = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      line = info.lines;
      yield { line, values: record };
    }
  } catch (error) {
    throw refusal(error, line);
  }
}

/**
 * Reads rows as they arrive. Throws ImportRefusal without a usable header or for broken quotes.
 * @param chosen the fields of the columns, in their order; default: their names decide
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: string,
  chosen?: readonly ChosenColumn[],
): AsyncGenerator<RawRow> {
  let plan: ReturnType<typeof mapColumns> | undefined;
  let columns: readonly string[] = [];
  for await (const { line, values } of readRecords(text, delimiter)) {
    if (!plan) {
      plan = chosen ? planColumns(chosen) : mapColumns(values);
      columns = values;
      if (!plan.some(({ field }) => field === 'name')) {
        const seen = values.map((name) => name.trim().slice(0, 30)).slice(0, 12);
        throw new ImportRefusal(`No column holds the name. The first line reads: ${seen.join(' | ')}. ${columnHint}`);
      }
      continue;
    }
    if (values.every((value) => value.trim() === '')) continue;
    const extra = values.slice(columns.length);
    // Empty cells at the end are none.
    while (extra.at(-1)?.trim() === '') extra.pop();
    yield {
      line,
      fields: pickFields(plan, values),
      table: { columns, cells: values },
      ...(extra.length > 0 ? { rejected: tooMany(extra.length), extra } : {}),
    };
  }
  if (!plan) throw new ImportRefusal(`The file has no rows. ${columnHint}`);
}
