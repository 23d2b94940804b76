/** (f) Quality of the search's answers: judged questions over the sample town alone and with 1,400 real places. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { listPage, readContext } from '#features/businesses/server/list-businesses.ts';
import { type CityPack, readCityPack } from '#server/city-pack.ts';
import { createDatabase, type Database } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { refreshSearchWords } from '#server/db/refresh-search-words.ts';
import { businesses } from '#server/db/schema/index.ts';
import type { Section } from './report.ts';
import { gradeOf, type Listed, type Question, readAllQuestions } from './search-questions.ts';

/** A Wednesday, 11 AM in Texas. */
const now = new Date('2026-11-18T17:00:00Z');

async function addRealPlaces(db: Database): Promise<void> {
  const near = readFileSync(new URL('../tests/fixtures/imports/near-olmos-park.csv', import.meta.url));
  const area = gunzipSync(readFileSync(new URL('data/san-antonio-area.csv.gz', import.meta.url)));
  const rows = [near, area].flatMap((file) => parse(file, { columns: true }) as Record<string, string>[]);
  const { rows: categories } = await db.execute<{ id: string; name: string }>(sql`select id, name from categories`);
  const idOf = new Map(categories.map(({ id, name }) => [name, id]));
  const other = idOf.get('Other') ?? '';
  const known = new Set<string>();
  const places = rows.flatMap(
    ({ name = '', category = '', address, city, state, zip, phone, latitude, longitude }, at) => {
      const key = `${name} ${address}`.toLowerCase();
      if (known.has(key)) return [];
      known.add(key);
      return {
        ...{
          id: uuidv7(),
          slug: `real-${at}`,
          name,
          categoryId: idOf.get(category) ?? other,
          status: 'approved' as const,
        },
        ...{ address: `${address}, ${city}, ${state} ${zip}`, phone: phone || null, approvedAt: now },
        ...{ latitude: latitude ? Number(latitude) : null, longitude: longitude ? Number(longitude) : null },
      };
    },
  );
  await db.insert(businesses).values(places);
}

/** Listings on a page; where they stand first, the town's answers come after them. */
const listSize = 18;

interface Answered {
  question: Question;
  /** 1: the ideal order. */
  gain: number;
  hasGoodInThree: boolean;
  isEmpty: boolean;
}

/** @param above answers of the town that stand above the listings */
const discounted = (grades: readonly number[], above = 0) =>
  grades.slice(0, 10 - above).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(above + at + 2), 0);

async function answer(db: Database, city: CityPack, question: Question, all: readonly Listed[]): Promise<Answered> {
  const { text, town, offer } = question;
  const page = await listPage(db, { search: text }, { city, now, limit: 10 });
  const context = await readContext(db, { search: text }, city, now);
  const isEmpty = page.total === 0 && context.town.length === 0 && context.offers.categories.length === 0;
  if (offer !== null) {
    const isOffered = context.offers.categories.slice(0, 2).some(({ slug }) => slug === offer);
    return { question, gain: isOffered ? 1 : 0, hasGoodInThree: isOffered, isEmpty };
  }
  if (town.length > 0) {
    const at = context.town.findIndex(({ title }) => town.some((part) => title.toLowerCase().includes(part)));
    const seenAt = at < context.townAbove ? at : at + Math.min(page.total, listSize);
    return { question, gain: at < 0 ? 0 : 1 / Math.log2(seenAt + 2), hasGoodInThree: at >= 0 && seenAt < 3, isEmpty };
  }
  const gradesOf = (listings: readonly Listed[]) => listings.map((listing) => gradeOf(question, listing));
  const ideal = discounted(gradesOf(all).toSorted((a, b) => b - a));
  const grades = gradesOf(page.businesses);
  const above = context.townAbove;
  return {
    ...{ question, isEmpty },
    gain: ideal === 0 ? 0 : discounted(grades, above) / ideal,
    hasGoodInThree: grades.slice(0, Math.max(0, 3 - above)).some((grade) => grade >= 2),
  };
}

async function answerAll(
  serverUrl: string,
  data: Question['data'],
  questions: readonly Question[],
): Promise<Answered[]> {
  const name = `alameda_quality_${process.pid}`;
  const server = new Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const client = createDatabase(url.href, { max: 2, name: 'bench', statementTimeoutMs: 0 });
  try {
    await migrate(url.href);
    const city = await readCityPack('olmos-park');
    await loadSampleContent(client.db, city, now);
    if (data === 'wide') await addRealPlaces(client.db);
    await refreshSearchWords(client.db);
    const { rows } = await client.db.execute<Listed & Record<string, unknown>>(
      sql`select name, address from businesses where status = 'approved'`,
    );
    const answered: Answered[] = [];
    for (const question of questions) answered.push(await answer(client.db, city, question, rows));
    return answered;
  } finally {
    await client.close();
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  }
}

async function judgeAnswers(serverUrl: string): Promise<Answered[]> {
  const questions = readAllQuestions();
  const answered: Answered[] = [];
  for (const data of ['sample', 'wide'] as const) {
    answered.push(
      ...(await answerAll(
        serverUrl,
        data,
        questions.filter((each) => each.data === data),
      )),
    );
  }
  return answered;
}

function row(name: string, answered: readonly Answered[]) {
  const share = (part: readonly Answered[]) => (100 * part.length) / Math.max(1, answered.length);
  return {
    name,
    values: [
      answered.length,
      answered.reduce((sum, { gain }) => sum + gain, 0) / Math.max(1, answered.length),
      share(answered.filter(({ hasGoodInThree }) => !hasGoodInThree)),
      share(answered.filter(({ isEmpty }) => isEmpty)),
    ],
  };
}

export async function benchSearchQuality(serverUrl: string): Promise<Section> {
  const all = await judgeAnswers(serverUrl);
  const misses = all
    .filter(({ hasGoodInThree }) => !hasGoodInThree)
    .map(({ question }) => `${question.kind}: ${question.text}`);
  return {
    title: 'Quality of search',
    notes: ['Judged questions of bench/data/search-questions*.txt. docs/search.md says how they were judged.'],
    columns: [
      { title: 'questions' },
      { title: 'nDCG@10', digits: 3, min: 0.9 },
      { title: 'no good answer in three, %', digits: 1, max: 3 },
      { title: 'empty pages, %', digits: 1, max: 0 },
    ],
    rows: [
      row('all', all),
      ...[...Map.groupBy(all, ({ question }) => question.part)].map(([part, answered]) => row(part, answered)),
      ...[...Map.groupBy(all, ({ question }) => question.kind)].map(([kind, answered]) => row(kind, answered)),
    ],
    raw: {
      misses,
      answered: all.map(({ question, ...rest }) => ({ kind: question.kind, text: question.text, ...rest })),
    },
  };
}
