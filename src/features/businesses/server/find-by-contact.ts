/** Finds whose telephone number or web address somebody typed, as who has missed a call does. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, categories, reversedHost } from '#server/db/schema/index.ts';
import type { ListedBusiness } from '../contract.ts';
import { conditionsOf } from './browse/browse.ts';
import { listedColumns, toListed } from './business-columns.ts';
import type { Choices } from './choices.ts';
import { isSmall, isWeak, wordsOf } from './search/clean-search.ts';

/** A number of more businesses than that is none to call back. */
const maxListed = 12;

/** Beside a number, these ask whose it is, as small and vague words do. */
const isAboutCalls =
  /^(?:tel|telefono|telefon|fono|cel|celular|mobile|cell|fax|dial|called|calling|calls|missed|whose|text|texted|llama|llamo|marcar|quien|ext)$/;
const numberSigns = /[+\d\s().\u2010-\u2015/#:?,!'"’-]/g;

/** Matches '12/5/2026', '12/20-1/10', '2026-12-05', and two ZIP codes. */
const isDateOrZip =
  /\b\d{1,2}\/\d{1,2}\b|\b\d{1,2}([.-])\d{1,2}\1\d{4}\b|\b\d{4}([/.-])\d{1,2}\2\d{1,2}\b|^\d{5}\D+\d{5}$/;

/**
 * The ten digits of a search for a telephone number, perhaps with words that ask whose it is; null for any other. One without an area code is of
 * the town: '555-0137'.
 */
function phoneIn(search: string, areaCode: string): string | null {
  const words = wordsOf(search.replace(numberSigns, ' '));
  if (!words.every((word) => isSmall(word) || isWeak(word) || isAboutCalls.test(word))) return null;
  // 'Open 7 to 10' is no number: its digits stand together.
  const numbers = search.match(/\+?\d[\d\s().\u2010-\u2015/-]*\d/g) ?? [];
  if (numbers.length !== 1) return null;
  if (isDateOrZip.test(numbers[0] ?? '')) return null;
  const digits = (numbers[0] ?? '').replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (digits.length === 7 && areaCode !== '') return `${areaCode}${digits}`;
  return digits.length === 10 ? digits : null;
}

const host =
  /^(?:https?:\/\/)?(?:www\.)?(?<name>[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|biz|info|us|co|io|shop|store|app|dev|edu|gov|me|tv|online|site|mx|club|studio|law|dental|clinic|restaurant|bar|cafe|pizza|salon))\/?(?:[/?#].*)?$/i;

/** The host of a search that is nothing but a web address; null for any other. */
const hostIn = (search: string): string | null => host.exec(search.trim())?.groups?.['name']?.toLowerCase() ?? null;

interface Asked {
  /** The first three digits of the town's numbers. */
  areaCode: string;
  choices?: Choices;
  now: Date;
}

/** Approved businesses whose number or web address was typed, as the choices leave them, by name; null: neither was typed. */
export async function findByContact(
  db: Database,
  search: string,
  { areaCode, choices, now }: Asked,
): Promise<ListedBusiness[] | null> {
  const digits = phoneIn(search, areaCode);
  const site = digits === null ? hostIn(search) : null;
  if (digits === null && site === null) return null;
  const rows = await db
    .select(listedColumns(now))
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(
      and(
        eq(businesses.status, 'approved'),
        site === null
          ? // As the index businesses_phone_digits has it.
            sql`${businesses.phone} is not null and right(regexp_replace(${businesses.phone}, '\\D', '', 'g'), 10) = ${digits}`
          : sql`${reversedHost(businesses.website)} in (reverse(${site}), reverse(${`www.${site}`}))`,
        choices &&
          sql`exists (select from search_docs where business_id = ${businesses.id} and ${conditionsOf(choices)})`,
      ),
    )
    .orderBy(asc(businesses.name), asc(businesses.id))
    .limit(maxListed);
  // A business may be found by the words of an address that none has.
  if (site !== null && rows.length === 0) return null;
  return rows.map((row) => toListed(row, { now, near: choices?.near ?? null }));
}
