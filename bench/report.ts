/** Tables of measured numbers beside their targets. */

export interface Column {
  title: string;
  digits?: number;
  /**
   * The target: the number should not be above `max` or below `min`. Without either there is no
   * target.
   */
  max?: number;
  min?: number;
}

export interface Row {
  name: string;
  /** In the order of the columns; null when a value was not measured or does not apply to the row. */
  values: (number | null)[];
}

export interface Section {
  title: string;
  notes: string[];
  columns: Column[];
  rows: Row[];
  /** All measured values, for the JSON file. */
  raw: unknown;
}

function shown(value: number, { digits = 0 }: Column): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function isShort(value: number, column: Column): boolean {
  const rounded = Number(value.toFixed(column.digits ?? 0));
  return rounded > (column.max ?? Number.POSITIVE_INFINITY) || rounded < (column.min ?? Number.NEGATIVE_INFINITY);
}

function cell(value: number | null | undefined, column: Column): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  return isShort(value, column) ? `${shown(value, column)} **short**` : shown(value, column);
}

function target({ max, min }: Column): string {
  if (max !== undefined) return `≤ ${max}`;
  return min === undefined ? '' : `≥ ${min}`;
}

/** Formats a section as a GitHub table. Padded columns make it readable in a terminal too. */
export function markdown({ title, notes, columns, rows }: Section): string {
  const lines = [
    ['', ...columns.map((column) => column.title)],
    ['*target*', ...columns.map(target)],
    ...rows.map(({ name, values }) => [name, ...columns.map((column, place) => cell(values[place], column))]),
  ];
  const widths = [0, ...columns.keys().map((place) => place + 1)].map((place) =>
    Math.max(3, ...lines.map((line) => line[place]?.length ?? 0)),
  );
  const table = lines.map((line) => `| ${line.map((text, place) => text.padEnd(widths[place] ?? 0)).join(' | ')} |`);
  table.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return [`## ${title}`, '', ...notes.flatMap((note) => [note, '']), ...table, ''].join('\n');
}
