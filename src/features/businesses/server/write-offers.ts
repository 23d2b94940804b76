/** Owners and staff write the offers of a premium listing. The listing's row is held, so that two tabs cannot add a fourth. */
import { and, eq, gte, ne } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, offers } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { addDays, dayOf, formatDate } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';
import { maxOfferDays, maxOffers, maxStoredOffers, type OfferForm } from '../offer-form.ts';
import type { OwnOffers } from '../offers-contract.ts';
import { describeOffer } from './describe-offer.ts';
import { lockEditable, notFound } from './own-business.ts';
import { readOffers } from './read-offers.ts';

type Row = typeof businesses.$inferSelect;
type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'now'>;

const isPremium = ({ premiumExpiresAt }: Pick<Row, 'premiumExpiresAt'>, now: Date) =>
  premiumExpiresAt !== null && premiumExpiresAt > now;

/** The days that an offer may name as its last, by the town's calendar. */
function allowedDays({ city, now }: Pick<Request, 'city' | 'now'>): { today: string; lastDay: string } {
  const today = dayOf(now(), city.facts.timeZone);
  return { today, lastDay: addDays(today, maxOfferDays) };
}

/** The caller has asked who may. @throws Problem 'not_found' */
export async function readOwnOffers(
  id: string,
  { db, city, now }: Pick<Request, 'db' | 'city' | 'now'>,
): Promise<OwnOffers> {
  const [row] = await db
    .select({
      id: businesses.id,
      slug: businesses.slug,
      name: businesses.name,
      status: businesses.status,
      premiumExpiresAt: businesses.premiumExpiresAt,
    })
    .from(businesses)
    .where(eq(businesses.id, id));
  if (row === undefined) throw notFound();
  const { premiumExpiresAt, ...business } = row;
  return {
    business,
    isPremium: isPremium({ premiumExpiresAt }, now()),
    isOn: city.facts.ownerPosts.offers,
    ...allowedDays({ city, now }),
    offers: await readOffers(db, id),
  };
}

/** One change with its audit row. */
async function changeOffers(
  request: Request,
  id: string,
  change: (tx: Database, row: Row) => Promise<{ action: string; data: Record<string, unknown> } | null>,
): Promise<OwnOffers> {
  const user = requireUser(request.user);
  await request.db.transaction(async (tx) => {
    const row = await lockEditable(tx, id, user);
    const done = await change(tx, row);
    if (done === null) return;
    await writeAudit(tx, { actorId: user.id, subjectType: 'business', subjectId: id, ...done });
    await tx.update(businesses).set({ updatedAt: request.now() }).where(eq(businesses.id, id));
    if (row.status === 'approved') await announceChange(tx, ['offers', `business:${id}`]);
  });
  return readOwnOffers(id, request);
}

/** The town's switch (docs/product-rules.md#owners-posts). */
function requireOn({ city }: Request): void {
  if (!city.facts.ownerPosts.offers) {
    throw new Problem(
      'conflict',
      `${city.facts.name} takes no offers from owners at the moment. What is stored stays.`,
    );
  }
}

function requirePremium(row: Row, { now }: Request): void {
  if (!isPremium(row, now())) throw new Problem('conflict', 'Offers are part of Premium. What is stored stays.');
}

/** @throws Problem 'invalid' for a day that is over or more than a year ahead */
function checkUntil(until: string, request: Request): void {
  const { today, lastDay } = allowedDays(request);
  if (until >= today && until <= lastDay) return;
  const text =
    until < today
      ? 'Please choose today or a later day'
      : `Please choose a day within a year, until ${formatDate(`${lastDay}T12:00:00Z`, 'UTC')}`;
  throw new Problem('invalid', text, { fields: { until: text } });
}

const valuesOf = ({ title, text, until }: OfferForm) => ({ title, text: text === '' ? null : text, until });

async function readOffer(tx: Database, businessId: string, offerId: string) {
  const [offer] = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.id, offerId), eq(offers.businessId, businessId)));
  if (offer === undefined) throw new Problem('not_found', 'This offer is not there any more.');
  return offer;
}

/** An ended offer takes no room. @throws Problem 'conflict' when three others run */
async function requireRoom(tx: Database, id: string, request: Request, offerId?: string): Promise<void> {
  const isOther = offerId === undefined ? undefined : ne(offers.id, offerId);
  const runs = and(eq(offers.businessId, id), gte(offers.until, allowedDays(request).today), isOther);
  if ((await tx.$count(offers, runs)) < maxOffers) return;
  throw new Problem('conflict', `There is room for ${maxOffers} offers. Please change or remove one.`);
}

/** @throws Problem as lockEditable does, 'conflict' (switched off, three already, or not premium), 'invalid' */
export function addOffer({ id, form }: { id: string; form: OfferForm }, request: Request): Promise<OwnOffers> {
  return changeOffers(request, id, async (tx, row) => {
    requireOn(request);
    requirePremium(row, request);
    checkUntil(form.until, request);
    if ((await tx.$count(offers, eq(offers.businessId, id))) >= maxStoredOffers) {
      throw new Problem('conflict', 'Please remove offers that have ended first.');
    }
    await requireRoom(tx, id, request);
    const values = valuesOf(form);
    await tx.insert(offers).values({ businessId: id, ...values, createdAt: request.now() });
    return { action: 'business.offer-added', data: { offer: describeOffer(values) } };
  });
}

/** @throws Problem as lockEditable does, 'not_found', 'conflict' (not premium, or three others run), 'invalid' */
export function changeOffer(
  { id, offerId, form }: { id: string; offerId: string; form: OfferForm },
  request: Request,
): Promise<OwnOffers> {
  return changeOffers(request, id, async (tx, row) => {
    const before = await readOffer(tx, id, offerId);
    requireOn(request);
    requirePremium(row, request);
    checkUntil(form.until, request);
    await requireRoom(tx, id, request, offerId);
    const after = valuesOf(form);
    if (describeOffer(before) === describeOffer(after)) return null;
    await tx.update(offers).set(after).where(eq(offers.id, offerId));
    return { action: 'business.offer-changed', data: { offer: [describeOffer(before), describeOffer(after)] } };
  });
}

/** @throws Problem as lockEditable does, 'not_found' */
export function removeOffer({ id, offerId }: { id: string; offerId: string }, request: Request): Promise<OwnOffers> {
  return changeOffers(request, id, async (tx) => {
    const before = await readOffer(tx, id, offerId);
    await tx.delete(offers).where(eq(offers.id, offerId));
    return { action: 'business.offer-removed', data: { offer: describeOffer(before) } };
  });
}
