/** A listing with an owner who posts, in tests of what owners publish: the calls of owner, staff and visitor. */
import { eq } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import type { Change, QueueItem } from '#features/approvals/contract.ts';
import type { Business } from '#features/businesses/contract.ts';
import type { OwnPosts } from '#features/owner-posts/contract.ts';
import { users } from '#server/db/schema/index.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { forgetQueuedMail, queuedMail } from './queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from './staff-office.ts';
import type { TestDatabase } from './test-database.ts';

export const today = dayOf(new Date(), 'America/Chicago');
export const news = { text: 'From Monday on we open at 7.', url: 'figs.example/hours', until: addDays(today, 20) };
export const tasting = {
  ...{ title: 'Fig tasting', category: 'business', startsOn: addDays(today, 10), startTime: '18:00' },
  ...{ location: 'Fig, 12 Oak Street', description: 'Ten kinds of figs, and bread.' },
};

/** Begins each test of the file with the listing 'Fig' and nothing published. */
export function postingOwner(database: TestDatabase) {
  let office: StaffOffice;
  let id: string;
  beforeEach(async () => {
    await forgetQueuedMail(database.pool);
    office = await aStaffOffice(database);
    ({ id } = await aBusiness(database.db, { slug: 'fig', name: 'Fig', ownerId: office.ownerUser.id }));
  });
  const path = (part: string) => `/api/businesses/${id}/${part}`;
  const ownerIs = () => eq(users.id, office.ownerUser.id);
  return {
    get office() {
      return office;
    },
    get id() {
      return id;
    },
    path,
    announce: async (body: object = news) =>
      answerOf<OwnPosts>(await office.owner.post(path('announcements'), { body })),
    addEvent: async (body: object = tasting) => answerOf<OwnPosts>(await office.owner.post(path('events'), { body })),
    change: async (part: string, body: object) =>
      answerOf<OwnPosts>(await office.owner.write('PUT', path(part), { body })),
    remove: async (part: string) => answerOf<OwnPosts>(await office.owner.write('DELETE', path(part))),
    posts: async () => answerOf<OwnPosts>(await office.owner.get(path('posts'))),
    page: async () => answerOf<Business>(await office.visitor.get('/api/businesses/fig')),
    waiting: async () => answerOf<QueueItem[]>(await office.staff.get('/api/staff/queue')),
    edits: async (search = '') => answerOf<Change[]>(await office.staff.get(`/api/staff/changes${search}`)),
    decide: (postId: string, body: object) => office.staff.write('PUT', `/api/staff/announcements/${postId}`, { body }),
    undo: async (subjectId: string) => answerOf(await office.staff.post('/api/staff/undo', { body: { subjectId } })),
    mails: async () => (await queuedMail(database.pool)).map(({ to, subject }) => [to, subject]),
    posting: async () => (await database.db.select().from(users).where(ownerIs()))[0]?.posting,
    postsAs: async (posting: 'first' | 'direct' | 'reviewed') => {
      await database.db.update(users).set({ posting }).where(ownerIs());
    },
  };
}
