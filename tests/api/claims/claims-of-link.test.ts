/** The link that confirms a mailbox says which claims it approves, and what is charged, before it is used. */
import { beforeEach, expect, it } from 'vitest';
import { makeLinkToken } from '#features/accounts/server/link-tokens.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let ada: Person;
beforeEach(async () => {
  ada = await site.desk.person({ username: 'ada', email: 'ada@bakery.example', emailVerifiedAt: null });
});

/** Claims a listing with this website, and returns the token of the link that confirms the mailbox. */
async function claim(website: string): Promise<string> {
  const { id } = await aBusiness(database.db, { name: 'Bakery', website });
  await site.desk.paidClaim(ada, id);
  await site.desk.settle();
  const link = { userId: ada.user.id, purpose: 'verify-email', now: site.desk.services.now() } as const;
  return makeLinkToken(database.db, link);
}

/** Nobody is signed in where the mail is read. */
const askAbout = async (token: string) =>
  answerOf(await new TestBrowser(site.desk.app).post('/api/claims/of-link', { body: { token } }));
const received = async () =>
  only(
    (await queuedMail(database.pool)).filter(({ subject }) => subject === 'We have your claim on Bakery'),
    'mail',
  ).text;

it('names the listing and the charge, in the mail too, where the mailbox is proof enough', async () => {
  const token = await claim('https://www.bakery.example');
  expect(await askAbout(token)).toEqual([{ business: 'Bakery', amountCents: 2500 }]);
  expect((await received()).replace(/\s+/g, ' ')).toContain('your claim is approved, and what it costs is charged');
  await new TestBrowser(site.desk.app).post('/api/auth/verify-email', { body: { token } });
  await site.desk.settle();
  expect(await site.desk.chargedCents(ada)).toBe(2500);
  expect(await askAbout(token)).toEqual([]);
});

it('says nothing where staff decide, and to somebody who guesses', async () => {
  const token = await claim('https://www.elsewhere.example');
  expect(await askAbout(token)).toEqual([]);
  expect(await received()).not.toContain('Quicker');
  expect(await askAbout('guessed')).toEqual([]);
});
