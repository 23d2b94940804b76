/** One form of each kind that staff type in, with what it is about: tests that it keeps what is typed begin here. */
import type { Page } from 'playwright-core';
import type { Database } from '#server/db/client.ts';
import { auditLog, contactMessages, conversations, corrections, listingOrders } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { only } from './found.ts';
import { aClaim, click, clicks, days, type KeptForms, label, nothing, said, sends } from './kept-form-case.ts';

const contact = (page: Page) => page.getByRole('form', { name: 'Contact', exact: true });

async function aMessage(db: Database): Promise<string> {
  const written = { name: 'Ada', email: 'ada@example.com', message: 'Hello!' };
  const { id } = only(await db.insert(contactMessages).values(written).returning(), 'message');
  await db.insert(conversations).values({ id, kind: 'message', lastWord: 'them', isUnread: true });
  return id;
}

export async function aWaitingListing(db: Database, name: string) {
  const { id: submittedById } = await aUser(db);
  return aBusiness(db, { status: 'pending', approvedAt: null, name, address: '1 Elm Street', submittedById });
}

export const keptStaffForms: KeptForms = {
  'a notice': async () => ({
    ...{ who: 'staff', path: '/staff/notices/new', field: label('Text'), typed: 'Olmos Drive is closed.' },
    send: sends('Put it up', 'The notice stands above every page'),
  }),
  'an ad': async () => ({
    ...{
      who: 'staff',
      path: '/staff/ads/new',
      field: (page) => page.getByRole('textbox', { name: 'Headline' }),
      typed: 'Bread from six on',
    },
    send: async (page) => {
      await page.getByRole('textbox', { name: 'Text' }).fill('Every day.');
      await page.getByRole('textbox', { name: 'Button' }).fill('See more');
      await page.getByRole('textbox', { name: 'Link' }).fill('/contact');
      await click(page, 'Place it');
      await said(page, 'The ad is placed');
    },
  }),
  'a setting': async () => ({
    ...{ who: 'staff', path: '/staff/settings', typed: 'By and by' },
    field: (page) => contact(page).getByLabel('How soon you answer'),
    send: async (page) => {
      await contact(page).getByRole('button', { name: 'Save', exact: true }).click();
      await said(page, 'Saved. It shows on every page');
    },
    ...{ after: nothing, stays: true },
  }),
  prices: async () => ({
    ...{ who: 'staff', path: '/staff/prices', typed: '31' },
    field: (page) => page.getByLabel('Premium, a month', { exact: true }),
    send: sends('Save', 'Saved. New purchases cost this from now on'),
    ...{ after: nothing, stays: true },
  }),
  'a mail text': async () => ({
    ...{
      who: 'staff',
      path: '/staff/mail-texts/claim-approved',
      field: label('Subject'),
      typed: 'Yours: {{business}}',
    },
    send: sends('Save', 'Saved. The next mail has these words'),
    ...{ after: nothing, stays: true },
  }),
  'a reason to reject': async (db) => {
    await aWaitingListing(db, 'Waiting Shop');
    return {
      ...{ who: 'staff', path: '/staff', field: label('Why not?'), typed: 'We know this one already.' },
      open: clicks(/Waiting Shop/, 'Reject'),
      send: sends('Send rejection', 'Waiting Shop is rejected'),
    };
  },
  'edits of a listing that waits': async (db) => {
    await aWaitingListing(db, 'Edited Emporium');
    return {
      ...{
        who: 'staff',
        path: '/staff',
        field: label('Description'),
        typed: 'Everything that one can edit, and more.',
      },
      open: clicks(/Edited Emporium/, 'Approve with edits'),
      send: sends('Approve with these edits', 'Edited Emporium is approved'),
    };
  },
  'edits of a listing': async (db) => {
    const { id } = await aBusiness(db, { address: '1 Elm Street', description: 'A shop that is here for editing.' });
    return {
      ...{ who: 'staff', path: `/staff/businesses/${id}`, field: label('Address'), typed: '12 Oak Street' },
      ...{ open: clicks('Edit'), send: sends('Save', 'Saved'), after: clicks('Edit'), stays: true },
    };
  },
  'a reason to hide': async (db) => {
    const { id } = await aBusiness(db, { name: 'Hidden House' });
    return {
      ...{
        who: 'staff',
        path: `/staff/businesses/${id}`,
        field: label('Why? (optional)'),
        typed: 'It has moved away.',
      },
      ...{ open: clicks('Hide'), after: clicks('Unhide', 'Hide') },
      send: async (page) => {
        await page.getByRole('button', { name: 'Hide', exact: true }).last().click();
        await said(page, 'Hidden');
      },
    };
  },
  'a word with a merge': async (db) => {
    const { id } = await aBusiness(db, { name: 'Merge Market', ownerId: (await aUser(db)).id });
    await aBusiness(db, { name: 'Merge Market of Old' });
    return {
      ...{
        who: 'staff',
        path: `/staff/businesses/${id}`,
        field: label('A word to the owner'),
        typed: 'Both are yours.',
      },
      open: clicks('Merge', 'Merge into this'),
      send: async (page) => {
        await page.getByRole('button', { name: 'Merge', exact: true }).last().click();
        await said(page, 'Merged: Merge Market into Merge Market of Old');
      },
    };
  },
  'why an edit is put back': async (db) => {
    const owner = await aUser(db);
    const phone = '(210) 555-0142';
    const { id } = await aBusiness(db, { ownerId: owner.id, phone, approvedAt: days(-9) });
    await db.insert(auditLog).values({
      ...{ actorId: owner.id, action: 'business.edited', subjectType: 'business', subjectId: id },
      data: { phone: ['(210) 555-0141', phone] },
    });
    return {
      ...{ who: 'staff', path: '/staff/changes', field: label('Reason for undoing'), typed: 'It rings elsewhere.' },
      open: (page) => page.getByText('Tell the owner why').click(),
      ...{ opensItself: true, send: sends('Undo', `Put back. ${owner.username} is told by mail`) },
    };
  },
  'the name of a search': async () => ({
    ...{ who: 'staff', path: '/staff/businesses?search=bakery', field: label('Its name'), typed: 'Bakeries' },
    open: clicks('Save this search'),
    send: async (page) => {
      await page.getByRole('form', { name: 'Save this search' }).getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: 'Bakeries' }).waitFor();
    },
  }),
  'another owner': async (db) => {
    const { id } = await aBusiness(db);
    return {
      ...{ who: 'staff', path: `/staff/businesses/${id}`, field: label('Why?'), typed: 'They sold the shop.' },
      open: clicks('Change owner'),
    };
  },
  'a question to a claimant': async (db) => {
    await aClaim(db, await aUser(db, { username: 'clara' }), 'Claimed Corner');
    return {
      ...{ who: 'staff', path: '/staff', field: label('Your question to clara'), typed: 'Who signed the lease?' },
      open: clicks(/Claimed Corner/, 'Ask back'),
      send: sends('Ask', 'Question sent'),
      after: clicks(/Claimed Corner/, 'Ask back'),
    };
  },
  'a note for colleagues': async (db) => ({
    ...{ who: 'staff', path: `/staff/messages/${await aMessage(db)}`, typed: 'She called twice.' },
    field: label('A note for colleagues'),
    ...{ open: clicks('Add a note'), send: sends('Add the note', 'Note added'), after: clicks('Add a note') },
  }),
  'an answer to a message': async (db) => ({
    ...{ who: 'staff', path: `/staff/messages/${await aMessage(db)}`, typed: 'Thank you, Ada.' },
    field: label('Your answer to Ada'),
    ...{ open: clicks('Answer'), send: sends('Send answer', 'Answer sent'), after: clicks('Answer again') },
  }),
  'a better value': async (db) => {
    const { id: businessId } = await aBusiness(db, { name: 'Corrected Cafe', phone: '(210) 555-0110' });
    const source = 'It is on their door.';
    await db.insert(corrections).values({ businessId, field: 'phone', right: '210 555 0177', source });
    return {
      ...{ who: 'staff', path: '/staff', field: label('What the listing should say'), typed: '(210) 555-0178' },
      ...{
        open: clicks(/Corrected Cafe/, 'Change it first'),
        send: sends('Take it over', /^Taken over: .+ of Corrected Cafe$/),
      },
    };
  },
  'a note on an order': async (db) => {
    await db.insert(listingOrders).values({
      ...{ plan: 'standard', amountCents: 4900, email: 'buyer@example.com', businessName: 'Paid Pies' },
      ...{ status: 'paid', paidAt: new Date(), dueAt: days(1) },
    });
    return {
      ...{ who: 'staff', path: '/staff/orders', field: label('Note'), typed: 'Set up by phone.' },
      ...{ open: clicks('Mark done...'), send: sends('Mark done', 'Marked done') },
    };
  },
  'why an event is off': async (db) => {
    const { id } = await anEvent(db, { startsAt: days(9) });
    return {
      ...{ who: 'staff', path: `/staff/events/${id}`, field: label('Why is it canceled? (optional)'), typed: 'Rain.' },
      ...{ open: clicks('Cancel event'), send: sends('Cancel the event', /^Canceled: /) },
      after: clicks('Put on again', 'Cancel event'),
    };
  },
  'the new date of an event': async (db) => {
    const { id } = await anEvent(db, { startsAt: days(9) });
    return {
      ...{ who: 'staff', path: `/staff/events/${id}`, field: label('Why? (optional)'), typed: 'The hall is closed.' },
      open: clicks('New date'),
    };
  },
  'the address of an article': async (db) => {
    const { id } = await anArticle(db, { published: false, publishAt: null });
    return {
      ...{ who: 'staff', path: `/staff/articles/${id}`, field: label('Address: /news/…'), typed: 'an-own-address' },
      ...{ send: sends('Change address', 'The address is changed'), after: nothing, stays: true },
    };
  },
  'a synonym': async () => ({
    ...{ who: 'staff', path: '/staff/searches', field: label('People type'), typed: 'zummeldon' },
    send: async (page) => {
      await page.getByLabel('It means').fill('bakery');
      await click(page, 'Add');
      await page.getByRole('button', { name: 'Edit zummeldon' }).waitFor();
    },
    after: nothing,
  }),
  'the pace of the newsletter': async () => ({
    ...{ who: 'staff', path: '/staff/newsletter/settings', field: label('Mails a minute'), typed: '99' },
    ...{ send: sends('Save', 'Saved'), after: nothing, stays: true },
  }),
  'the note of an import': async () => ({
    ...{ who: 'staff', path: '/staff/newsletter/subscribers', typed: 'From the paper list at the fair.' },
    ...{ field: (page) => page.getByLabel('Note', { exact: true }), open: clicks(/^Import/) },
  }),
  'a reason for a plan': async (db) => {
    const { id } = await aUser(db);
    return {
      ...{ who: 'staff', path: `/staff/people/${id}`, field: label('Why?'), typed: 'The winner of the raffle.' },
      open: clicks('Complimentary plan...'),
    };
  },
  'a lost mailbox': async (db) => {
    const { id } = await aUser(db, { emailVerifiedAt: new Date(), passwordHash: 'x' });
    return {
      ...{ who: 'staff', path: `/staff/people/${id}`, field: label('How do you know'), typed: 'She came by.' },
      open: clicks('Mailbox is lost'),
    };
  },
};
