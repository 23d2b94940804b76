/** The running offers of premium listings, for whoever asks for offers, deals or coupons. */
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { TownSources } from '#features/town-texts/server/read-town-texts.ts';
import { type FoundText, findByWords, type TownIndex, townIndex } from '#features/town-texts/server/town-index.ts';
import type { TownText } from '#features/town-texts/server/town-text.ts';
import { askedWords } from '#features/town-texts/server/town-words.ts';
import { businesses, categories, offers } from '#server/db/schema/index.ts';
import { keptUntilChange } from '#server/http/kept-until-change.ts';
import { addDays, dayOf, formatDate, startOfDay } from '#shared/dates.ts';
import { premiumAt } from '../business-columns.ts';

const maxOffers = 300;
const maxShown = 6;

/** Words for an offer, and words that stand beside them and say nothing more. */
const offerWords =
  /^(?:offers?|deals?|coupons?|cupon(?:es)?|discounts?|descuentos?|specials|especiales|promo(?:s|tions?|cion(?:es)?)?|ofertas?)$/;
/** The same where nothing else is asked for: 'house for sale' wants no offer. */
const loneWords = /^(?:sales?|special|rebajas?)$/;
const besideOffers =
  /^(?:current|daily|weekly|special|best|good|great|running|more|all|week|month|semana|mes|stores?|shops?|business(?:es)?|town)$/;

const readOffers: (from: TownSources) => Promise<TownIndex> = keptUntilChange(
  ['offers', 'businesses'],
  ({ db }: TownSources) => db,
  async ({ db, city, now }) => {
    const { timeZone } = city.facts;
    const rows = await db
      .select({
        ...{ title: offers.title, text: offers.text, until: offers.until },
        ...{ slug: businesses.slug, business: businesses.name, category: categories.name },
      })
      .from(offers)
      .innerJoin(businesses, eq(businesses.id, offers.businessId))
      .innerJoin(categories, eq(categories.id, businesses.categoryId))
      .where(
        and(eq(businesses.status, 'approved'), gte(offers.until, dayOf(now(), timeZone)), sql`${premiumAt(now())}`),
      )
      .orderBy(asc(offers.until), asc(offers.id))
      .limit(maxOffers);
    return townIndex(
      rows.map(({ title, text, until, slug, business, category }): TownText => {
        const endsAt = startOfDay(addDays(until, 1), timeZone);
        return {
          kind: 'page',
          title,
          href: `/business/${slug}`,
          note: `Offer of ${business} until ${formatDate(`${until}T12:00:00Z`, 'UTC')}`,
          also: `${business} ${category}`,
          body: text ?? '',
          endsAt: endsAt.getTime(),
        };
      }),
    );
  },
);

interface FoundOffers {
  found: FoundText[];
  /** Nothing but offers is asked for. */
  isAll: boolean;
}

/** The offers that a question asks for, the first to end first; those of a thing or a place where it names one: 'haircut coupon'. */
export async function findOffers(from: TownSources, search: string): Promise<FoundOffers> {
  const words = askedWords(search);
  const isLone = words.length > 0 && words.every((word) => loneWords.test(word));
  if (!isLone && !words.some((word) => offerWords.test(word))) return { found: [], isAll: false };
  const index = await readOffers(from);
  const now = from.now();
  const others = isLone ? [] : words.filter((word) => !offerWords.test(word));
  const isAll = others.every((word) => besideOffers.test(word));
  if (!isAll) {
    const fitting = findByWords(index, { search: others.join(' '), isTyping: false, now });
    return { found: fitting.filter(({ isAbout }) => isAbout).slice(0, maxShown), isAll };
  }
  const running = index.texts.filter(({ endsAt = 0 }) => endsAt > now.getTime()).slice(0, maxShown);
  const whole = {
    covered: 1,
    isAbout: true,
    isTitled: true,
    isMatter: true,
    isNamed: true,
    isGuess: false,
    isUrgent: false,
    score: 1,
  };
  return { found: running.map((text) => ({ ...whole, text })), isAll };
}
