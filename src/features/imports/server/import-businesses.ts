import { sql } from 'drizzle-orm';
import { DatabaseError, type Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { categoriesFor } from '#features/businesses/server/everyday-words.ts';
import type { CityProperty } from '#server/city-pack-schema.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { firstLetters } from '#shared/whole-letters.ts';
import { categoryFinder } from '../category-of.ts';
import type { Place } from '../compare-places.ts';
import { ImportRefusal, type ImportRow, type Notice, type RawRow, type TableRow } from '../import-row.ts';
import { type Listing, placeOf } from '../listing.ts';
import type { ChosenColumn } from '../map-columns.ts';
import { type Matches, matchBusinesses, type PossibleDuplicate } from '../match-businesses.ts';
import { type NormalizeOptions, normalizeRow } from '../normalize-row.ts';
import { propertyFinder } from '../property-of.ts';
import { type CategoryWord, countCategory } from '../unknown-categories.ts';
import { fillMatchKeys } from './fill-match-keys.ts';
import { findKnownPlaces } from './find-known-places.ts';
import { type ImportSession, openImportSession } from './import-session.ts';
import { findKnownRows, noteRows, rowHasher } from './imported-rows.ts';
import { auditUpdates, changesOf, type ListingUpdate } from './listing-changes.ts';
import { readRows } from './read-rows.ts';
import { columnsOf, extraCells } from './rejected-rows.ts';
import { writeListings } from './write-listings.ts';

/** Rows per transaction. */
const batchSize = 2000;
/** Rows between two reports of a map extract that is mostly streets. */
const reportEvery = 20_000;

export interface ImportOptions {
  /** The town's list; a row's other properties are left out. */
  properties: readonly CityProperty[];
  /** The category's slug for rows whose own is missing or unknown; default 'other'. */
  category?: string;
  /** Reports the result and writes nothing. */
  dryRun?: boolean;
  /** The fields of columns and properties; default: their names decide. */
  columns?: readonly ChosenColumn[];
  /** Keeps what it changes under this run, and notes it among the edits of each listing, as made by the actor. */
  run?: { runId: string; actorId: string | null };
}

export interface Rejection {
  line: number;
  reason: string;
  /** As far as the file has them. */
  name: string;
  address: string;
  /** The whole row, by names of columns that an import knows. */
  fields: Record<string, string>;
  /** The whole row of a table as it stands there. */
  table?: TableRow;
}

/** All counts are since the beginning and add up to `read`; notices count values, not rows. */
export interface ImportCounts {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** The same place as another row or as a listing from another source, or not a business. */
  skipped: number;
  rejected: number;
  /** Among added and skipped rows. */
  possibleDuplicates: number;
  notices: Partial<Record<Notice, number>>;
  /** The first lines of the file that have such values. Runs of earlier releases lack it. */
  noticeLines?: Partial<Record<Notice, number[]>>;
  /** The words of the file that name no category. Runs of earlier releases lack them. */
  unknownCategories?: CategoryWord[];
  /** For the undo of an import: listings that it had added. `updated` then got their former values, `skipped` were left. */
  removed?: number;
}

export const noCounts = (): ImportCounts => ({
  ...{ read: 0, added: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0, possibleDuplicates: 0 },
  notices: {},
  noticeLines: {},
  unknownCategories: [],
});

const maxNoticeLines = 20;

function note({ notices, noticeLines = {} }: ImportCounts, notice: Notice, line: number): void {
  notices[notice] = (notices[notice] ?? 0) + 1;
  const lines = noticeLines[notice] ?? [];
  if (lines.length < maxNoticeLines && lines.at(-1) !== line) noticeLines[notice] = [...lines, line];
}

/** Reported after each batch; the lists hold what is new since the last one. */
export interface ImportProgress {
  counts: ImportCounts;
  rejections: Rejection[];
  duplicates: PossibleDuplicate[];
  /** Listings of the site that were changed; in a trial, that would be. */
  updates: ListingUpdate[];
  /** Sentences about the file as a whole. */
  notes: string[];
}

async function categoriesOf({ db }: ImportSession, wanted: string | undefined) {
  const { rows: all } = await db.execute<{ id: string; slug: string; name: string; is_hidden: boolean }>(
    sql`select id, slug, name, is_hidden from categories order by position`,
  );
  const categoryIds = new Map(all.map(({ id, slug }) => [slug, id]));
  const rows = all.filter((row) => !row.is_hidden).map(({ slug, name }) => ({ slug, name }));
  const slugs = rows.map(({ slug }) => slug);
  if (slugs.length === 0) throw new ImportRefusal('The site has no categories yet. Start it once, then import.');
  if (wanted !== undefined && !slugs.includes(wanted)) {
    throw new ImportRefusal(`There is no category '${wanted}'. The categories are: ${slugs.join(', ')}.`);
  }
  const fallback = wanted ?? slugs.find((slug) => slug === 'other');
  if (fallback === undefined) {
    throw new ImportRefusal("The site has no category 'other'. Name one for rows without: --category SLUG.");
  }
  return { finder: categoryFinder(rows, categoriesFor), fallback, names: rows, categoryIds };
}

/** Somebody took a slug between choosing and writing it, or two writers deadlocked: worth a retry. */
const isCollision = (error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof DatabaseError && ['23505', '40001', '40P01'].includes(cause.code ?? '');
};

interface BatchRow {
  row: ImportRow;
  place: Place;
  hash: string;
}

/** The listing's version after the batch. */
const versionOf = ({ slug, changed, version }: Listing) => (slug !== null && changed ? version + 1 : version);

interface Settings {
  /** Slug of the category for new listings without one. */
  fallback: string;
  /** Ids by slug. */
  categoryIds: ReadonlyMap<string, string>;
  actorId: string | null;
}

async function writeBatch(
  session: ImportSession,
  rows: BatchRow[],
  { fallback, categoryIds, actorId }: Settings,
): Promise<Matches & { updates: ListingUpdate[] }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await session.db.transaction(async (tx) => {
        const inside = { ...session, db: tx };
        const known = await findKnownPlaces(
          inside,
          rows.map(({ place }) => place),
        );
        const matches = matchBusinesses(rows, known, uuidv7);
        const written = await writeListings(inside, matches, fallback);
        const changed = matches.updated.filter(({ id }) => written.has(id));
        const updates = changed.map((listing) => changesOf(listing, categoryIds));
        if (session.runId !== null && !session.dryRun) {
          await auditUpdates(tx, updates, { runId: session.runId, actorId });
        }
        const missed = matches.updated.length - changed.length;
        await noteRows(
          inside,
          matches.listings.map(({ at, listing }) => ({
            hash: rows[at]?.hash ?? '',
            businessId: listing.id,
            version: versionOf(listing),
          })),
        );
        matches.rows.updated -= missed;
        matches.rows.unchanged += missed;
        const isWritten = matches.added.length + matches.updated.length > 0 && !session.dryRun;
        // A new listing has no stored page but the 404 page of its address, and a first import no others.
        const pages = [...written].map((id) => `business:${id}`);
        if (isWritten) await announceChange(tx, ['businesses', 'categories', 'missing', ...pages]);
        return { ...matches, updates };
      });
    } catch (error) {
      if (attempt === 3 || !isCollision(error)) throw error;
    }
  }
}

/**
 * Imports a file's bytes into the listings, batch by batch, each whole or not at all: an interrupted import
 * can simply run again, and passes over the rows that it had written. New listings are approved and have no owner; docs/importing.md says
 * how rows find their listing and what they may change. Memory use does not depend on the file's size. Throws ImportRefusal
 * for a file that is wrong as a whole; batches before the error stay written, as the last progress said.
 * @param pool gives one connection for the whole import
 * @param bytes closed by the caller
 */
export async function* importBusinesses(
  pool: Pool,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): AsyncGenerator<ImportProgress> {
  const session = await openImportSession(pool, options.dryRun ?? false, options.run?.runId ?? null);
  try {
    const { finder, fallback, names, categoryIds } = await categoriesOf(session, options.category);
    const settings = { fallback, categoryIds, actorId: options.run?.actorId ?? null };
    const normalizeOptions: NormalizeOptions = {
      categories: finder,
      properties: propertyFinder(options.properties),
      fallbackCategory: options.category ?? null,
    };
    await fillMatchKeys(session);

    const hashOf = rowHasher({ names, properties: options.properties, category: options.category });
    const unknownCategories: CategoryWord[] = [];
    const counts: ImportCounts = { ...noCounts(), unknownCategories };
    let raws: RawRow[] = [];
    let notes: string[] = [];
    const report = async (): Promise<ImportProgress> => {
      const hashes = raws.map(hashOf);
      const known = await findKnownRows(session, hashes);
      const batch: BatchRow[] = [];
      const rejections: Rejection[] = [];
      for (const [at, raw] of raws.entries()) {
        const hash = hashes[at] ?? '';
        if (known.has(hash)) {
          counts.unchanged++;
          continue;
        }
        const result = normalizeRow(raw, normalizeOptions);
        if ('rejected' in result) {
          counts.rejected++;
          rejections.push(rejectionOf(raw, result.rejected));
          continue;
        }
        for (const notice of result.notices) note(counts, notice, raw.line);
        if (result.unknownCategory !== undefined) countCategory(unknownCategories, result.unknownCategory);
        batch.push({ row: result.row, place: placeOf(result.row), hash });
      }
      const duplicates: PossibleDuplicate[] = [];
      const updates: ListingUpdate[] = [];
      if (batch.length > 0) {
        const matches = await writeBatch(session, batch, settings);
        for (const kind of ['added', 'updated', 'unchanged', 'skipped'] as const) counts[kind] += matches.rows[kind];
        for (const line of matches.ownedLines) note(counts, 'owned', line);
        duplicates.push(...matches.duplicates);
        updates.push(...matches.updates);
        counts.possibleDuplicates += duplicates.length;
      }
      const progress = { counts: structuredClone(counts), rejections, duplicates, updates, notes };
      [raws, notes] = [[], []];
      return progress;
    };

    for await (const raw of readRows(bytes, (note) => notes.push(note), options.columns)) {
      counts.read++;
      if (raw.skipped) counts.skipped++;
      else raws.push(raw);
      if (raws.length === batchSize || counts.read % reportEvery === 0) yield await report();
    }
    yield await report();
  } finally {
    session.close();
  }
}

function rejectionOf({ line, fields, extra, table }: RawRow, reason: string): Rejection {
  const { name = '', address = fields.street ?? '' } = fields;
  return {
    line,
    reason,
    name: cut(name),
    address: cut(address),
    fields: { ...columnsOf(fields), ...extraCells(extra) },
    ...(table === undefined ? {} : { table }),
  };
}

/** For reports, which may go to a terminal. */
const cut = (text: string) => {
  const line = text.replace(/\p{Cc}+/gu, ' ');
  return line.length > 200 ? `${firstLetters(line, 199)}…` : line;
};
