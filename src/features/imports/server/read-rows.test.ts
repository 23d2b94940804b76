import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RawRow } from '../import-row.ts';
import { readRows } from './read-rows.ts';

async function read(file: string | Uint8Array | AsyncIterable<Uint8Array>, pieceLength = 7) {
  const notes: string[] = [];
  const rows: RawRow[] = [];
  async function* pieces() {
    const bytes = Buffer.from(file as string | Uint8Array);
    for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
  }
  const bytes = typeof file === 'string' || file instanceof Uint8Array ? pieces() : file;
  for await (const row of readRows(bytes, (note) => notes.push(note))) rows.push(row);
  return { rows, notes, names: rows.map(({ fields }) => fields.name) };
}

const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const feature = (properties: object, extra = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [-98.5, 29.5] },
  ...extra,
});
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features }, null, 1);

describe('CSV', () => {
  it.each([',', ';', '\t', '|'])('takes %j between columns', async (delimiter) => {
    const csv = `Business Name${delimiter}Tel\r\n"A, B; C"${delimiter}1\r\n`;
    const table = { columns: ['Business Name', 'Tel'], cells: ['A, B; C', '1'] };
    expect((await read(csv)).rows).toEqual([{ line: 2, fields: { name: 'A, B; C', phone: '1' }, table }]);
  });

  it('reads gzip, whatever the file is called', async () => {
    expect((await read(gzipSync('name\nCafé\n'))).names).toEqual(['Café']);
  });

  it.each([
    ['one endless line', Buffer.alloc(1024 * 1024, 'x')],
    ['one endless value', Buffer.concat([Buffer.from('name\n"'), Buffer.alloc(1024 * 1024, 'x')])],
  ])('refuses a bomb of %s before it is unpacked', async (_, head) => {
    const more = gzipSync(Buffer.alloc(32 * 1024 * 1024, 'x'));
    const bomb = Buffer.concat([gzipSync(head), ...Array.from({ length: 32 }, () => more)]);
    let given = 0;
    async function* counted() {
      for (let at = 0; at < bomb.length; at += 1024) {
        yield bomb.subarray(at, at + 1024);
        given += 1024;
      }
    }
    await expect(read(counted())).rejects.toMatchObject({ name: 'ImportRefusal' });
    expect(given).toBeLessThan(bomb.length / 2);
  });

  it.each([
    ['UTF-8', Buffer.from('name\nCafé\n'), 0],
    ['UTF-8 with byte order mark', Buffer.from('\uFEFFname\nCafé\n'), 0],
    ['UTF-16, little end first', utf16('name\nCafé\n', false), 1],
    ['UTF-16, big end first', utf16('name\nCafé\n', true), 1],
    ['UTF-16 without byte order mark', utf16('name\nCafé\n', false).subarray(2), 1],
    ['Latin-1', latin1('name\nCafé\n'), 1],
  ])('reads %s', async (_, bytes, notes) => {
    const result = await read(bytes);
    expect(result.names).toEqual(['Café']);
    expect(result.notes).toHaveLength(notes);
  });

  it('finds out late that a file is Latin-1', async () => {
    const result = await read(latin1(`name\n${'Plain\n'.repeat(20_000)}Café\n`), 65_536);
    expect(result.names.at(-1)).toBe('Café');
    expect(result.notes).toEqual(['The file is not UTF-8; it is read as Latin-1 (Windows-1252).']);
  });

  it('marks single broken characters in UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('name\nCafé\n'), latin1('Olé\n')]);
    expect((await read(bytes)).names).toEqual(['Café', 'Ol\uFFFD']);
  });

  it('tells the line where a row ends', async () => {
    const { rows } = await read('name,description\n\nA,"one\ntwo"\nB,\n');
    expect(rows.map(({ line }) => line)).toEqual([4, 5]);
  });
});

describe('GeoJSON', () => {
  it('takes properties, geometry and the line', async () => {
    const { rows } = await read(collection(feature({ Title: 'A', Phone: '1' }, { id: 7 }), feature({ name: 'B' })));
    expect(rows[0]?.fields).toEqual({ name: 'A', phone: '1', sourceId: '7', latitude: '29.5', longitude: '-98.5' });
    expect(rows[0]?.line).toBe(4);
    expect(rows[1]?.fields.name).toBe('B');
  });

  it('takes the middle of a building, and OpenStreetMap keys', async () => {
    const ring = [
      [
        [0, 0],
        [2, 0],
        [2, 4],
        [0, 4],
        [0, 0],
      ],
    ];
    const tags = { '@id': 'way/5', name: 'Bakery', shop: 'bakery', 'addr:housenumber': '1', 'addr:street': 'Main St' };
    const { rows } = await read(collection(feature(tags, { geometry: { type: 'Polygon', coordinates: ring } })));
    expect(rows[0]?.fields).toEqual({
      name: 'Bakery',
      osmTag: 'shop=bakery',
      houseNumber: '1',
      street: 'Main St',
      source: 'osm',
      sourceId: 'way/5',
      latitude: '2',
      longitude: '1',
    });
  });

  it('rejects single entries that are no features', async () => {
    const { rows } = await read('{"type":"FeatureCollection","features":[1,{"type":"Point"},null]}');
    expect(rows.map(({ rejected }) => rejected)).toEqual(Array(3).fill('is not a GeoJSON feature'));
  });

  it('reads text with every trap of JSON strings', async () => {
    const name = 'A "quoted" \\ {brace} [bracket], é \u2028 麺';
    expect((await read(collection(feature({ name })), 1)).names).toEqual([name]);
  });
});

describe('Overpass', () => {
  const answer = (...elements: object[]) => JSON.stringify({ version: 0.6, osm3s: { copyright: 'x' }, elements });

  it('takes nodes and ways that are businesses, and skips the rest', async () => {
    const { rows } = await read(
      answer(
        { type: 'node', id: 1, lat: 29.5, lon: -98.5, tags: { name: 'A', amenity: 'cafe', 'contact:phone': '1' } },
        { type: 'way', id: 2, center: { lat: 1, lon: 2 }, nodes: [3], tags: { name: 'B', shop: 'books' } },
        { type: 'node', id: 3, lat: 1, lon: 2 },
        { type: 'way', id: 4, tags: { name: 'Main Street', highway: 'residential' } },
      ),
    );
    expect(rows.map(({ skipped = false }) => skipped)).toEqual([false, false, true, true]);
    expect(rows[0]?.fields).toMatchObject({ name: 'A', osmTag: 'amenity=cafe', phone: '1', sourceId: 'node/1' });
    expect(rows[1]?.fields).toMatchObject({ name: 'B', latitude: '1', longitude: '2', source: 'osm' });
  });

  it('passes on that Overpass gave up', async () => {
    const { notes } = await read('{"elements":[],"remark":"runtime error: Query timed out"}');
    expect(notes).toEqual(['The extract may be incomplete, Overpass says: runtime error: Query timed out']);
  });
});

describe('refusals', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const long = 'name\nCafé au lait\n'.repeat(500);

  it.each<[what: string, file: string | Uint8Array, message: RegExp]>([
    ['nothing', '', /^The file is empty/],
    ['blanks', ' \n \n', /^The file is empty/],
    ['a picture', png, /^The file is a picture \(PNG\)/],
    ['a workbook', Buffer.from('504b030414000600', 'hex'), /Save the table as "CSV UTF-8"/],
    ['zero bytes', Buffer.alloc(100_000), /not text/],
    ['a web page', '<!DOCTYPE html><p>', /web page or XML/],
    [
      'no header',
      'Cafe,1 Main St\nBar,2 Main St\n',
      /^No column holds the name. The first line reads: Cafe \| 1 Main St/,
    ],
    ['an endless quotation', `name\n"${'x'.repeat(300_000)}`, /longer than 256000 characters/],
    ['an open quotation at the end', 'name\nA\n"B', /ends inside a quotation/],
    ['a long first line', 'x'.repeat(70_000), /first line is longer/],
    ['cut gzip', gzipSync(long).subarray(0, 60), /cut off before its end/],
    ['damaged gzip', Buffer.concat([gzipSync(long).subarray(0, 20), Buffer.alloc(90, 7)]), /damaged|cut off/],
    ['a bare list', '[1]', /bare JSON list/],
    ['other JSON', '{"name":"A"}', /neither "features"/],
    ['features that are no list', '{"features":{}}', /"features" in the JSON file is not a list/],
    ['JSON cut inside an entry', '{"features":[\n{"type":"Fea', /ends in the middle, at line 2: it is cut off/],
    ['JSON cut between entries', '{"elements":[', /ends in the middle/],
    ['broken JSON at the end', '{"elements":[]\n]', /broken JSON at line 2/],
    ['a broken entry', '{"elements":[{"a" 1}]}', /broken JSON at line 1/],
    ['a missing comma', '{"elements":[{} {}]}', /broken JSON at line 1/],
    ['a trailing comma', '{"elements":[{},]}', /broken JSON at line 1/],
    ['something behind the end', '{"elements":[]} x', /broken JSON at line 1/],
  ])('%s', async (_, file, message) => {
    const error = await read(file, 65_536).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ImportRefusal', message: expect.stringMatching(message) });
  });

  it.each(['', '{"a":"', '{"elements":[{"a":"', 'name\nA\n'])(
    'a line of a gigabyte behind %j, early on',
    async (start) => {
      let sent = 0;
      async function* endless() {
        yield Buffer.from(start);
        for (; sent < 1024 ** 3; sent += 65_536) yield Buffer.alloc(65_536, 120);
      }
      await expect(read(Readable.from(endless()))).rejects.toMatchObject({ name: 'ImportRefusal' });
      expect(sent).toBeLessThan(40_000_000);
    },
  );
});
