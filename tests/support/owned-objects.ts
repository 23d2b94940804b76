/** Calls on an object that belongs to one person: how such an object is made, and what others are told. */
import { getTableName, sql } from 'drizzle-orm';
import sharp from 'sharp';
import type { Database } from '#server/db/client.ts';
import {
  announcements,
  businesses,
  businessMessages,
  businessPhotos,
  claimDocuments,
  claims,
  eventSuggestions,
  listingInvitations,
  listingManagers,
  offers,
  ownerAnswers,
  passkeys,
  recommendations,
  sessions,
} from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aBusinessForm } from '#tests/factories/a-business-form.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { nextNumber } from '#tests/factories/unique.ts';
import { askedBusiness } from './asked-business.ts';
import { changeBackCall } from './changed-by-staff.ts';
import { only } from './found.ts';
import { ownInvitation } from './own-invitation.ts';

type Params = Record<string, string>;
const anyId = '0199a3b5-2f4c-7b6a-9c1d-0e5f6a7b8c9d';

interface OwnedCall {
  make: (db: Database, ownerId: string) => Promise<Params>;
  /** A valid body, so that only ownership decides. */
  body?: object | ((params: Params) => object);
  picture?: true;
  /** The refusal for another owner. */
  foreign: 'forbidden' | 'not_found';
  /** True where moderators and administrators may do it, too; others of the staff are like any other person. */
  staffMay?: true;
  /** True where the listing's managers may do it, too. */
  managerMay?: true;
  /** The answer to the owner where the call needs more than a test of rights has, such as Stripe. */
  own?: number;
}

const tomorrow = () => new Date(Date.now() + 86_400_000);
const offer = () => ({ title: 'Two for one', text: '', until: tomorrow().toISOString().slice(0, 10) });
export const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#b5532f' } })
  .png()
  .toBuffer();

async function business(db: Database, ownerId: string): Promise<Params> {
  const { id } = await aBusiness(db, { ownerId, submittedById: ownerId, premiumExpiresAt: tomorrow() });
  return { id };
}

const waitingBusiness = async (db: Database, ownerId: string): Promise<Params> => ({
  id: (await aBusiness(db, { ownerId, submittedById: ownerId, status: 'pending' })).id,
});
async function withOffer(db: Database, ownerId: string): Promise<Params> {
  const { id = '' } = await business(db, ownerId);
  const row = only(
    await db
      .insert(offers)
      .values({ businessId: id, ...offer() })
      .returning(),
    'offers',
  );
  return { id, offerId: row.id };
}

const announcement = () => ({ text: 'Open on Sundays', until: tomorrow().toISOString().slice(0, 10) });
const ownEvent = () => ({
  ...{ title: 'Tasting', category: 'business', location: 'Here', description: 'Ten kinds of figs.' },
  ...{ startsOn: tomorrow().toISOString().slice(0, 10), startTime: '19:00' },
});

async function withAnnouncement(db: Database, ownerId: string): Promise<Params> {
  const { id = '' } = await business(db, ownerId);
  const given = { businessId: id, authorId: ownerId, ...announcement() };
  return { id, postId: only(await db.insert(announcements).values(given).returning(), 'announcement').id };
}

async function withAnswer(db: Database, ownerId: string): Promise<Params> {
  const { id = '' } = await business(db, ownerId);
  const given = { businessId: id, text: 'We are open.' };
  return { id, answerId: only(await db.insert(ownerAnswers).values(given).returning(), 'answer').id };
}

async function withOwnEvent(db: Database, ownerId: string): Promise<Params> {
  const { id = '' } = await business(db, ownerId);
  const { title, location, description } = ownEvent();
  const given = {
    ...{ title, location, description, businessId: id, userId: ownerId, startsAt: tomorrow() },
    ...({ category: 'business', status: 'waiting', senderName: 'Ada', senderEmail: 'ada@example.com' } as const),
  };
  return { id, postId: only(await db.insert(eventSuggestions).values(given).returning(), 'event').id };
}

async function withPhoto(db: Database, ownerId: string): Promise<Params> {
  const { id = '' } = await business(db, ownerId);
  const url = `/media/u/${nextNumber()}.8x8.webp`;
  const row = only(await db.insert(businessPhotos).values({ businessId: id, url, position: 0 }).returning(), 'photo');
  return { id, photoId: row.id };
}

async function message(db: Database, ownerId: string): Promise<Params> {
  const { id = '' } = await business(db, ownerId);
  const given = { businessId: id, name: 'Ada', email: 'ada@example.com', text: 'Is there rye bread?' };
  return { id: only(await db.insert(businessMessages).values(given).returning(), 'message').id };
}

const onMessage = { make: message, foreign: 'not_found', managerMay: true } as const;

async function recommendation(db: Database, ownerId: string, answer: string | null = null): Promise<Params> {
  const { id = '' } = await business(db, ownerId);
  const given = { businessId: id, name: 'Ada', email: 'ada@example.com', status: 'shown', answer } as const;
  return { id: only(await db.insert(recommendations).values(given).returning(), 'recommendation').id };
}

const answered = (db: Database, ownerId: string) => recommendation(db, ownerId, 'Thank you!');

async function withInvitation(db: Database, ownerId: string): Promise<Params> {
  const { id = '' } = await business(db, ownerId);
  const given = { kind: 'manager', email: 'ada@example.com', tokenHash: `hash-${nextNumber()}` } as const;
  const values = { businessId: id, invitedBy: ownerId, ...given, expiresAt: tomorrow() };
  const row = only(await db.insert(listingInvitations).values(values).returning(), 'invitation');
  return { id, invitationId: row.id };
}

async function withManager(db: Database, ownerId: string): Promise<Params> {
  const { id = '' } = await business(db, ownerId);
  const { id: managerId } = await aUser(db);
  await db.insert(listingManagers).values({ businessId: id, userId: managerId, invitedBy: ownerId });
  return { id, managerId };
}

async function claim(db: Database, userId: string): Promise<Params> {
  const { id: businessId } = await aBusiness(db);
  const sessionId = `cs_test_${nextNumber()}`;
  const given = { plan: 'standard', amountCents: 2500, status: 'in_review', expiresAt: tomorrow() } as const;
  const row = only(
    await db
      .insert(claims)
      .values({ businessId, userId, sessionId, ...given })
      .returning(),
    'claims',
  );
  return { id: row.id, sessionId };
}

async function withDocument(db: Database, userId: string): Promise<Params> {
  const { id = '' } = await claim(db, userId);
  const row = only(await db.insert(claimDocuments).values({ claimId: id, picture }).returning(), 'document');
  return { id, documentId: row.id };
}

async function session(db: Database, userId: string): Promise<Params> {
  await aSession(db, userId);
  const rows = await db.select({ id: sessions.id, userId: sessions.userId }).from(sessions);
  return { id: rows.findLast((row) => row.userId === userId)?.id ?? '' };
}

async function passkey(db: Database, userId: string): Promise<Params> {
  const given = { userId, name: 'Phone', credentialId: `key-${nextNumber()}`, publicKey: Buffer.alloc(1), counter: 0 };
  return { id: only(await db.insert(passkeys).values(given).returning(), 'passkey').id };
}

const form = async (db: Database) => {
  const { slug } = await aCategory(db);
  return { ...aBusinessForm, category: slug };
};

const write = { make: business, foreign: 'forbidden', staffMay: true, managerMay: true } as const;

/** @returns the calls by 'METHOD /path/{id}' */
export async function ownedCalls(db: Database): Promise<ReadonlyMap<string, OwnedCall>> {
  const listing = await form(db);
  return new Map<string, OwnedCall>([
    ['DELETE /api/account/sessions/{id}', { make: session, foreign: 'not_found' }],
    ['PATCH /api/auth/passkeys/{id}', { make: passkey, foreign: 'not_found', body: { name: 'Blue key' } }],
    ['DELETE /api/auth/passkeys/{id}', { make: passkey, foreign: 'not_found' }],
    ['GET /api/businesses/id/{id}', { make: business, foreign: 'not_found', staffMay: true, managerMay: true }],
    ['PUT /api/businesses/{id}', { ...write, body: listing }],
    ['DELETE /api/businesses/{id}', { make: waitingBusiness, foreign: 'forbidden' }],
    ['PUT /api/businesses/{id}/listed', { make: business, foreign: 'forbidden', body: { listed: false } }],
    ['POST /api/businesses/{id}/confirmation', write],
    ['POST /api/businesses/{id}/change-back', changeBackCall],
    ['DELETE /api/businesses/{id}/logo', write],
    ['PUT /api/businesses/{id}/logo', { ...write, picture: true }],
    ['GET /api/businesses/{id}/offers', { ...write, foreign: 'not_found' }],
    ['PUT /api/businesses/{id}/basic-picture', { ...write, body: { basicPicture: 'logo' } }],
    ['POST /api/businesses/{id}/offers', { ...write, body: offer() }],
    ['PUT /api/businesses/{id}/offers/{offerId}', { ...write, make: withOffer, body: offer() }],
    ['DELETE /api/businesses/{id}/offers/{offerId}', { ...write, make: withOffer }],
    ['GET /api/businesses/{id}/posts', { ...write, foreign: 'not_found' }],
    ['POST /api/businesses/{id}/announcements', { ...write, body: announcement() }],
    [
      'PUT /api/businesses/{id}/announcements/{postId}',
      { ...write, make: withAnnouncement, body: { ...announcement(), text: 'Open on Mondays' } },
    ],
    ['DELETE /api/businesses/{id}/announcements/{postId}', { ...write, make: withAnnouncement }],
    ['POST /api/businesses/{id}/events', { ...write, body: ownEvent() }],
    ['PUT /api/businesses/{id}/events/{postId}', { ...write, make: withOwnEvent, body: ownEvent() }],
    ['DELETE /api/businesses/{id}/events/{postId}', { ...write, make: withOwnEvent }],
    ['POST /api/businesses/{id}/events/{postId}/resume', { ...write, make: withOwnEvent, own: 404 }],
    ['POST /api/businesses/{id}/photos', { ...write, picture: true }],
    [
      'PUT /api/businesses/{id}/photos',
      { ...write, make: withPhoto, body: ({ photoId = '' }: Params) => ({ photos: [{ id: photoId, alt: 'Bread' }] }) },
    ],
    ['DELETE /api/businesses/{id}/photos/{photoId}', { ...write, make: withPhoto }],
    ['POST /api/businesses/{id}/pictures/undo', { ...write, own: 409, body: { undoId: anyId } }],
    [
      'PUT /api/businesses/{id}/takes-messages',
      { make: business, foreign: 'not_found', managerMay: true, body: { takesMessages: false } },
    ],
    ['GET /api/businesses/{id}/saved-answers', { make: business, foreign: 'not_found', managerMay: true }],
    [
      'POST /api/businesses/{id}/saved-answers',
      { make: business, foreign: 'not_found', managerMay: true, body: { text: 'Yes, on Sundays, too.' } },
    ],
    [
      'PUT /api/businesses/{id}/saved-answers/{answerId}',
      { make: withAnswer, foreign: 'not_found', managerMay: true, body: { text: 'No, not on Sundays.' } },
    ],
    [
      'DELETE /api/businesses/{id}/saved-answers/{answerId}',
      { make: withAnswer, foreign: 'not_found', managerMay: true },
    ],
    [
      'POST /api/checkout/settle',
      { make: claim, foreign: 'not_found', own: 409, body: ({ sessionId }: Params) => ({ sessionId }) },
    ],
    ['PUT /api/businesses/{id}/answer', { make: askedBusiness, foreign: 'not_found', body: { answer: 'Yes' } }],
    ['POST /api/claims/{id}/documents', { make: claim, foreign: 'not_found', picture: true }],
    ['DELETE /api/claims/{id}/documents/{documentId}', { make: withDocument, foreign: 'not_found' }],
    ['PUT /api/claims/{id}/evidence', { make: claim, foreign: 'not_found', body: { note: 'Mine', phone: '' } }],
    ['PUT /api/claims/{id}/away', { make: claim, foreign: 'not_found', own: 409, body: { away: true } }],
    ['POST /api/claims/{id}/withdraw', { make: claim, foreign: 'not_found' }],
    [
      'GET /api/user/businesses/{id}/statistics',
      { make: business, foreign: 'not_found', staffMay: true, managerMay: true },
    ],
    ['GET /api/user/businesses/{id}/people', { make: business, foreign: 'not_found', managerMay: true }],
    [
      'POST /api/user/businesses/{id}/invitations',
      { make: business, foreign: 'not_found', body: { email: 'bo@example.com' } },
    ],
    [
      'POST /api/user/businesses/{id}/hand-over',
      { make: business, foreign: 'not_found', body: { email: 'bo@example.com' } },
    ],
    ['DELETE /api/user/businesses/{id}/invitations/{invitationId}', { make: withInvitation, foreign: 'not_found' }],
    ['POST /api/user/listing-invitations/{id}/accept', { make: ownInvitation, foreign: 'not_found' }],
    ['DELETE /api/user/listing-invitations/{id}', { make: ownInvitation, foreign: 'not_found' }],
    ['DELETE /api/user/businesses/{id}/managers/{managerId}', { make: withManager, foreign: 'not_found' }],
    ['PUT /api/user/businesses/{id}/statistics-mail', { make: business, foreign: 'not_found', body: { wanted: true } }],
    [
      'POST /api/user/recommendations/{id}/answer',
      { make: recommendation, foreign: 'not_found', managerMay: true, body: { answer: 'Thank you!' } },
    ],
    [
      'PUT /api/user/recommendations/{id}/answer',
      {
        make: answered,
        foreign: 'not_found',
        managerMay: true,
        body: { answer: 'Thanks!', former: 'Thank you!' },
      },
    ],
    ['DELETE /api/user/recommendations/{id}/answer', { make: answered, foreign: 'not_found', managerMay: true }],
    ['POST /api/user/messages/{id}/answer', { ...onMessage, body: { answer: 'Yes.' } }],
    ['POST /api/user/messages/{id}/read', onMessage],
    ['PUT /api/user/messages/{id}/blocked', { ...onMessage, body: { isBlocked: true } }],
    ['POST /api/user/messages/{id}/report', onMessage],
  ]);
}

const tables = [
  ...[businesses, offers, businessPhotos, businessMessages, claims, claimDocuments, passkeys, recommendations],
  ...[listingInvitations, listingManagers, announcements, eventSuggestions, ownerAnswers],
];

/** Everything of these objects, and the sessions of their owner, as one text: the database makes it from whole rows. */
export async function stateOfObjects(db: Database, ownerId: string): Promise<string> {
  const parts = tables.map((table) => sql`select ${getTableName(table)} || each::text as line from ${table} as each`);
  const open = sql`select 'open ' || id from ${sessions} where user_id = ${ownerId}`;
  const lines = sql.join([...parts, open], sql` union all `);
  const { rows } = await db.execute<{ state: string }>(
    sql`select md5(string_agg(line, chr(10) order by line)) as state from (${lines}) as every`,
  );
  return only(rows, 'state').state;
}
