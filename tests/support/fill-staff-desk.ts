/**
 * Puts something on every page of the staff area: waiting, running and failed entries, with names as long as
 * real ones.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  adDays,
  ads,
  articleRevisions,
  auditLog,
  claims,
  contactMessages,
  conversationPosts,
  conversations,
  corrections,
  eventSuggestions,
  importRejections,
  importRuns,
  importUploads,
  listingOrders,
  newsletterIssues,
  newsletterRecipients,
  notices,
  reports,
  securityLog,
  stripeEvents,
  subscriptions,
} from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aFailedMail } from '#tests/factories/a-failed-mail.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { anIssue, readers } from '#tests/factories/an-issue.ts';
import { only } from './found.ts';

const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const dayText = (date: Date) => date.toISOString().slice(0, 10);

/** Ids of the stored rows by kind. */
export async function fillStaffDesk(db: Database) {
  const owner = await aUser(db, { username: `long-${'x'.repeat(34)}` });
  const claimant = await aUser(db);
  const business = await aBusiness(db, {
    name: 'The Extraordinarily Long-Named Neighborhood Emporium of Everything',
    ownerId: owner.id,
    submittedById: owner.id,
    approvedAt: days(-30),
    phone: '(210) 555-0142',
    email: 'a.very.long.address.of.somebody@subdomain.of.a.long.domain.example.com',
    website: 'https://example.com/a/very/long/path/that/goes/on/and/on/and/on/and/on/and/on',
  });
  for (const name of ['Waiting Shop', 'Waiting Window'])
    await aBusiness(db, { status: 'pending', approvedAt: null, name, submittedById: owner.id });
  await aFailedMail(db, { to: 'a.very.long.address.of.somebody@subdomain.of.a.long.domain.example.com' });
  await money(db, { businessId: business.id, ownerId: owner.id });
  const article = await anArticle(db, {
    title: 'Lights on Alameda Circle',
    imageUrl: null,
    version: 2,
    shownVersion: 2,
  });
  const { title, excerpt, content, category } = article;
  await db.insert(articleRevisions).values(
    [1, 2].map((version) => ({
      articleId: article.id,
      version,
      title,
      excerpt: `${excerpt} ${version}`,
      content,
      category,
      kind: 'saved' as const,
      savedBy: owner.id,
    })),
  );
  await anArticle(db, { title: 'A draft', published: false, publishAt: null });
  return {
    business: business.id,
    owner: owner.id,
    article: article.id,
    event: await aSeries(db),
    import: await anImport(db),
    ad: await anAd(db),
    notice: await aNotice(db),
    ...(await issues(db)),
    ...(await waiting(db, { businessId: business.id, ownerId: owner.id, claimantId: claimant.id })),
  };
}

async function aNotice(db: Database): Promise<string> {
  const [{ id } = { id: '' }] = await db
    .insert(notices)
    .values({ severity: 'warning', text: 'Olmos Drive is closed.', startsAt: days(-1), endsAt: days(1) })
    .returning({ id: notices.id });
  return id;
}

interface People {
  businessId: string;
  ownerId: string;
  claimantId: string;
}

/** One entry of each kind in the queue. Returns the message's id. */
async function waiting(db: Database, { businessId, ownerId, claimantId }: People): Promise<{ message: string }> {
  await db.insert(reports).values({ businessId, reason: 'closed', text: 'It is gone.' });
  const seen = { businessId, source: 'It says so on their door, in letters that one can read from across the street.' };
  await db.insert(corrections).values([
    { ...seen, field: 'phone', right: '(210) 555-0177', email: 'a.very.long.address@subdomain.example.com' },
    { ...seen, field: 'hours', right: 'Monday to Friday 9 to 6' },
    { ...seen, field: 'phone', right: '1', status: 'accepted', before: '1', after: '2', decidedAt: new Date() },
  ]);
  const message = only(
    await db
      .insert(contactMessages)
      .values({ name: 'Ada', email: 'ada@example.com', message: 'Subject: Hello\nPhone: Not provided\n\nHello!' })
      .returning(),
    'message',
  );
  await db.insert(conversations).values({ id: message.id, kind: 'message', lastWord: 'them', isUnread: true });
  const said = {
    conversationId: message.id,
    quoted: 'Hello, Ada!',
    fromAddress: 'ada@example.net',
    leftOut: ['a.pdf'],
  };
  await db
    .insert(conversationPosts)
    .values(
      (['answer', 'reply', 'note'] as const).map((kind) => ({ ...said, kind, text: 'Hello, Ada!', authorId: ownerId })),
    );
  await db.insert(auditLog).values({
    actorId: ownerId,
    action: 'business.edited',
    subjectType: 'business',
    subjectId: businessId,
    data: { phone: ['(210) 555-0141', '(210) 555-0142'] },
  });
  await db.insert(securityLog).values({
    event: 'too_many',
    account: ownerId,
    clientAddress: '2001:db8:1234:5678:9abc:def0:1234:5678',
    requestId: '01a2073a-e453-7035-b55f-a2162d1e59f0',
    method: 'POST',
    route: '/api/businesses/:id/messages/:messageId/answer',
    data: { limit: 'message-to-business', leftOut: 12_345 },
  });
  const free = await aBusiness(db, { name: 'Unclaimed Corner' });
  await db.insert(claims).values({
    businessId: free.id,
    userId: claimantId,
    plan: 'standard',
    amountCents: 2500,
    status: 'in_review',
    expiresAt: days(1),
    submittedAt: new Date(),
    dueAt: days(1),
    evidenceNote: 'I have run it for ten years.',
    question: 'Since when?',
    askedAt: new Date(),
  });
  await db.insert(listingOrders).values({
    plan: 'premium',
    amountCents: 9900,
    email: 'buyer@example.com',
    businessName: 'Paid Pies',
    status: 'paid',
    paidAt: new Date(),
    dueAt: days(1),
  });
  await db.insert(eventSuggestions).values({
    status: 'waiting',
    senderName: 'Rosa',
    senderEmail: 'rosa@example.com',
    title: 'Porch concert',
    description: 'Three neighbors, two guitars.',
    location: '210 Alameda Circle',
    category: 'cultural',
    startsAt: days(20),
    confirmedAt: new Date(),
  });
  return { message: message.id };
}

async function money(db: Database, { businessId, ownerId }: Pick<People, 'businessId' | 'ownerId'>): Promise<void> {
  const given = { userId: ownerId, businessId, kind: 'claim_premium', status: 'active' } as const;
  await db.insert(subscriptions).values({ id: 'sub_1', ...given, paidThrough: days(20) });
  await db.insert(stripeEvents).values({
    id: 'evt_1',
    type: 'invoice.paid',
    created: new Date(),
    objectKind: 'invoice',
    objectId: 'in_1',
    attempts: 3,
    error: 'The invoice names a customer whom nobody knows.',
  });
}

async function aSeries(db: Database): Promise<string> {
  const event = { title: 'Evening choir', startsAt: days(7), rule: 'FREQ=WEEKLY' };
  const times = [7, 14, 21].map((count) => ({ startsAt: days(count), day: dayText(days(count)) }));
  return (await anEvent(db, event, times)).id;
}

async function anImport(db: Database): Promise<string> {
  const columns = [
    { name: 'Betrieb', field: 'name', samples: ['Fig & Ladder', 'Old Press'] },
    { name: 'Where', field: 'address', samples: ['1 Import Street'] },
  ];
  const [upload] = await db
    .insert(importUploads)
    .values({ fileName: 'shops-of-the-chamber-of-commerce-november.csv', sizeBytes: 52_000, kind: 'csv', columns })
    .returning();
  const uploadId = upload?.id ?? '';
  const counts = { read: 9, added: 6, updated: 1, unchanged: 0, skipped: 0, rejected: 1, possibleDuplicates: 1 };
  const [, last] = await db
    .insert(importRuns)
    .values(
      [true, false].map((dryRun) => ({
        uploadId,
        dryRun,
        fields: ['name', 'address'],
        status: 'done' as const,
        percent: 100,
        counts: { ...counts, notices: {} },
        duplicates: [
          {
            line: 4,
            name: 'Old Press',
            address: '2 Oak St',
            otherName: 'The Old Press',
            otherAddress: '2 Oak Street',
            added: true,
          },
        ],
        createdAt: dryRun ? days(-1) : new Date(),
        finishedAt: new Date(),
      })),
    )
    .returning();
  await db
    .insert(importRejections)
    .values({ runId: last?.id ?? '', position: 1, line: 3, reason: 'no name', name: '', address: '2 Import Street' });
  return uploadId;
}

async function anAd(db: Database): Promise<string> {
  const given = { slot: 'banner', title: 'Fresh bread at six', text: 'Still warm.', label: 'Where we are' } as const;
  const [ad] = await db
    .insert(ads)
    .values({ ...given, url: '/history' })
    .returning();
  await db.insert(adDays).values({ adId: ad?.id ?? '', day: dayText(new Date()), views: 40, clicks: 3 });
  return ad?.id ?? '';
}

/**
 * A draft with one block of each kind, a scheduled issue, and one being sent that did not reach everybody.
 */
async function issues(db: Database) {
  const draft = await anIssue(db, {
    subject: 'A draft with one of each and a subject that goes on for longer than a phone is wide',
    blocks: [
      { type: 'heading', key: 'a', text: 'Hello' },
      { type: 'picture', key: 'b', src: '', alt: '' },
      { type: 'businesses', key: 'c', ids: [crypto.randomUUID()] },
      { type: 'button', key: 'd', label: 'Read more', url: '/' },
      { type: 'divider', key: 'e' },
      { type: 'text', key: 'f', html: '<p>Good morning.</p>' },
    ],
  });
  const scheduled = await anIssue(db, { status: 'scheduled', scheduledAt: days(1) });
  const sent = await anIssue(db, {
    subject: 'The week of the parade',
    status: 'paused',
    trouble: 'More than 5 of the last 100 mails failed.',
    slug: 'the-week-of-the-parade',
    startedAt: new Date(),
    mailHtml: '<p>Good evening!</p>',
    mailText: 'Good evening!',
    archiveHtml: '<h2>Hello</h2><p>Good evening! <a href="/events">The calendar</a></p>',
  });
  const [first = '', second = '', third = ''] = await readers(db, 3);
  await db.execute(sql`update newsletter_subscribers set status = 'pending' where id = ${third}`);
  await db.insert(newsletterRecipients).values([
    { issueId: sent.id, subscriberId: first, status: 'sent', finishedAt: new Date() },
    { issueId: sent.id, subscriberId: second, status: 'failed', finishedAt: new Date(), answer: '550 no such user' },
    { issueId: sent.id, subscriberId: third },
  ]);
  await db.update(newsletterIssues).set({ finishedAt: null });
  return { draft: draft.id, scheduled: scheduled.id, sent: sent.id, reader: first, pendingReader: third };
}
