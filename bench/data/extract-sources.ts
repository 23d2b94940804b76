/**
 * Makes sources.json.gz from the open data files that README.md names: brands, names, streets and towns with
 * their counts, but no single place. Run it by hand when the files change: node bench/data/extract-sources.ts
 * FOLDER
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

type Row = Record<'name' | 'category' | 'kind' | 'address' | 'city' | 'state' | 'zip' | 'website', string>;

export interface Sources {
  /** name, category, kind, website, number of places */
  brands: [string, string, string, string, number][];
  /** Names of single restaurants and bars. */
  independents: string[];
  streets: string[];
  /** town, state, postal code, number of places */
  towns: [string, string, string, number][];
}

function count<T>(values: T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function commonest(values: string[], most: number): [string, number][] {
  return [...count(values)].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, most);
}

function streetOf(address: string): string[] {
  const street = /^\d+[A-Z]? ([A-Z0-9][\w .'-]{3,30})$/.exec(
    address.split(/,|#| (?:Ste|Suite|Unit) /)[0]?.trim() ?? '',
  );
  return street?.[1] ? [street[1]] : [];
}

function originOf(website: string): string {
  return URL.canParse(website) ? new URL(website).origin : '';
}

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder of the data files');
const read = (name: string) => {
  const bytes = readFileSync(join(folder, name));
  return parse(name.endsWith('.gz') ? gunzipSync(bytes) : bytes, { columns: true }) as Row[];
};
const chains = read('us-chain-locations.csv.gz');
const bars = read('texas-bars-restaurants-2017.csv');

const sources: Sources = {
  brands: commonest(
    chains.map((row) => JSON.stringify([row.name, row.category, row.kind, originOf(row.website)])),
    4_000,
  ).map(([brand, places]) => [...(JSON.parse(brand) as [string, string, string, string]), places]),
  independents: [...count(bars.map((row) => row.name)).keys()].sort(),
  streets: commonest(
    [...chains, ...bars].flatMap((row) => streetOf(row.address)),
    12_000,
  ).map(([street]) => street),
  towns: commonest(
    [...chains, ...bars]
      .filter((row) => row.city && row.zip)
      .map((row) => JSON.stringify([row.city, row.state, row.zip])),
    9_000,
  ).map(([town, places]) => [...(JSON.parse(town) as [string, string, string]), places]),
};
writeFileSync(new URL('sources.json.gz', import.meta.url), gzipSync(JSON.stringify(sources), { level: 9 }));
