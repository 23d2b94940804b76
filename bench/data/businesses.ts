/**
 * Generates any number of businesses from real names, streets and towns, combined at random. The same seed
 * gives the same businesses.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Sources } from './extract-sources.ts';
import { randomNumbers, weighted } from './random.ts';
import { openingHours, propertyKeys, sentences, surnames, trades } from './trades.ts';

interface GeneratedBusiness {
  id: string;
  slug: string;
  name: string;
  description: string;
  address: string;
  phone: string | null;
  website: string | null;
  category: string;
  latitude: number;
  longitude: number;
  status: 'approved' | 'pending' | 'hidden';
  featuredByStaff: boolean;
  isPremium: boolean;
  /** Six in ten tell them. */
  hours: string | null;
  /** Half have one to four. */
  properties: string[];
  createdAt: Date;
}

const firstMoment = Date.UTC(2020, 0, 1);

/** Makes an id in the form of a UUIDv7: the time, then random bits. */
function uuidAt(moment: number, random: () => number): string {
  const time = moment.toString(16).padStart(12, '0');
  const chance = () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  const tail = chance() + chance();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}${chance().slice(0, 2)}`;
}

function slugOf(name: string, number: number): string {
  const words = name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${words || 'place'}-${number.toString(36)}`;
}

/**
 * Generates businesses: half are chain branches, a quarter single restaurants and bars, a quarter made-up
 * firms of all trades. 95 % are approved, 2.8 % premium, four in ten in San Antonio, six in ten have a
 * description of 5 to 50 words, and six in ten opening hours.
 */
export function* generateBusinesses(count: number, seed = 1): Generator<GeneratedBusiness> {
  const file = readFileSync(new URL('sources.json.gz', import.meta.url));
  const sources = JSON.parse(gunzipSync(file).toString()) as Sources;
  const random = randomNumbers(seed);
  // A random series of its own, so that names and places stay the same.
  const more = randomNumbers(seed + 1);
  const brand = weighted(sources.brands, (entry) => entry[4]);
  const town = weighted(sources.towns, (entry) => entry[3]);
  const home = sources.towns.filter(([name]) => name === 'San Antonio');
  const firms = Object.entries(trades).flatMap(([category, kinds]) => kinds.map((kind) => ({ category, kind })));
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;

  for (let number = 0; number < count; number += 1) {
    const sort = random();
    let name: string;
    let category = 'Food & Dining';
    let kind = 'restaurant';
    let website: string | null = null;
    if (sort < 0.5) {
      [name, category, kind, website] = brand(random());
    } else if (sort < 0.75) {
      name = pick(sources.independents);
    } else {
      const firm = pick(firms);
      category = firm.category;
      kind = firm.kind.toLowerCase();
      name = random() < 0.3 ? `${pick(surnames)} & ${pick(surnames)} ${firm.kind}` : `${pick(surnames)} ${firm.kind}`;
    }
    const [city, state, zip] = random() < 0.4 ? pick(home) : town(random());
    const lines = Math.max(0, Math.floor(random() * 8) - 2);
    const description = Array.from({ length: lines }, () => pick(sentences)).join(' ');
    const status = random();
    const moment = firstMoment + number * 150_000;
    yield {
      id: uuidAt(moment, random),
      slug: slugOf(name, number),
      name,
      description: lines > 2 ? `${name}, your ${kind} in ${city}. ${description}` : description,
      address: `${1 + Math.floor(random() * 12_000)} ${pick(sources.streets)}, ${city}, ${state} ${zip}`,
      phone: random() < 0.7 ? `(210) 555-0${100 + Math.floor(random() * 100)}` : null,
      website: website || null,
      category,
      latitude: 29.3 + random() * 0.4,
      longitude: -98.7 + random() * 0.5,
      status: status < 0.95 ? 'approved' : status < 0.98 ? 'pending' : 'hidden',
      featuredByStaff: random() < 0.001,
      isPremium: random() < 0.028,
      hours: more() < 0.6 ? (openingHours[Math.floor(more() * openingHours.length)] ?? null) : null,
      properties: propertyKeys.filter(() => more() < 0.09),
      createdAt: new Date(moment),
    };
  }
}
