/** One form of each kind that owners type in, with what it is about: tests that it keeps what is typed begin here. */
import type { Page } from 'playwright-core';
import type { Database } from '#server/db/client.ts';
import { businessMessages, recommendations } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { aClaim, type KeptForms, label, nothing, sends } from './kept-form-case.ts';

async function anOwnedListing(db: Database) {
  const owner = await aUser(db, { emailVerifiedAt: new Date() });
  return { owner, listing: await aBusiness(db, { ownerId: owner.id }) };
}

export const keptOwnerForms: KeptForms = {
  'an owner’s answer to a message': async (db) => {
    const { owner, listing } = await anOwnedListing(db);
    const written = { businessId: listing.id, name: 'Ada', text: 'Are you open?', email: 'ada@example.com' };
    await db.insert(businessMessages).values(written);
    return {
      ...{ who: owner, path: '/dashboard/messages', field: label('Your answer to Ada'), typed: 'Yes, until six.' },
      open: (page) => page.getByText('Ada', { exact: true }).first().click(),
      opensItself: true,
      send: sends('Send answer', 'Answer sent'),
    };
  },
  'a saved answer': async (db) => {
    const { owner, listing } = await anOwnedListing(db);
    const unfold = async (page: Page) => {
      const part = page.getByRole('region', { name: 'Saved answers', exact: true });
      await part.getByText(listing.name, { exact: true }).click();
      await part.getByRole('button', { name: 'Add an answer' }).click();
    };
    return {
      ...{ who: owner, path: '/dashboard/messages', typed: 'Hello {name}!', open: unfold, opensItself: true },
      field: label(`New answer of ${listing.name}`),
      send: sends('Save', 'Answer saved'),
    };
  },
  'an answer to a recommendation': async (db) => {
    const { owner, listing } = await anOwnedListing(db);
    const given = { businessId: listing.id, status: 'shown', text: 'Good.', confirmedAt: new Date() } as const;
    await db.insert(recommendations).values([
      { ...given, name: 'Maria', email: 'maria@example.org' },
      { ...given, name: 'Paul', email: 'paul@example.org' },
    ]);
    return {
      ...{ who: owner, path: '/dashboard/recommendations', field: label('Your answer to Maria'), typed: 'Thank you!' },
      send: async (page) => {
        const item = page.getByRole('article', { name: /^Maria/ });
        await item.getByRole('button', { name: 'Publish answer' }).click();
        await item.getByText('You answered:').waitFor();
      },
    };
  },
  'what a claimant says': async (db) => {
    const ada = await aUser(db);
    await aClaim(db, ada, 'Told Tower');
    return {
      ...{ who: ada, path: '/dashboard', field: label('What should we know?'), typed: 'I am the baker.' },
      ...{ send: sends('Save', 'Thank you. We have it with your claim.'), stays: true },
      after: (page) => page.getByText('Help us decide:').click(),
    };
  },
  'an invitation': async (db) => {
    const { owner, listing } = await anOwnedListing(db);
    const part = (page: Page) => page.getByRole('form', { name: 'Invite' });
    return {
      ...{ who: owner, path: `/dashboard/people/${listing.id}`, typed: 'max@example.com', after: nothing },
      field: (page) => part(page).getByLabel('Email of the manager'),
      send: async (page) => {
        await part(page).getByRole('button', { name: 'Invite' }).click();
        await page.getByRole('list', { name: 'People' }).getByText('max@example.com').waitFor();
      },
    };
  },
};
