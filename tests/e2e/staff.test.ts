/** The staff area in the browser: from an owner's sign-up to the undo of an edit, and by keyboard alone. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { auditLog, businesses, contactMessages, reports, sessions, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

const aMember = () => aUser(site.db, { role: 'staff' });
const statusOf = async (id: string) =>
  (await site.db.select({ status: businesses.status }).from(businesses).where(eq(businesses.id, id)))[0]?.status;

async function queuedSubjects(): Promise<string[]> {
  const { rows } = await site.db.execute<{ subject: string }>(
    "select data->>'subject' as subject from pgboss.job where name = 'send-mail' order by created_on, id",
  );
  return rows.map(({ subject }) => subject);
}

async function emptyQueue(): Promise<void> {
  await site.db.delete(reports);
  await site.db.delete(contactMessages);
  await site.db.delete(businesses);
}

test('from sign-up to the undo of an edit', async () => {
  const owner = await browser.open(`${site.url}/signup`);
  await owner.getByLabel('Username').fill('bakerbea');
  await owner.getByLabel('Email').fill('bea@bakery.example.com');
  await owner.getByLabel('Password', { exact: true }).fill('seven warm loaves');
  await owner.getByLabel('Confirm Password').fill('seven warm loaves');
  await owner.getByRole('button', { name: 'Create Account' }).click();
  await owner.waitForURL('**/dashboard');
  await owner.goto(`${site.url}/add-business`);
  await owner.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await owner.getByLabel('Business Name').fill('Bea’s Bakery');
  await owner.getByLabel('Description').fill('Bread and cakes, baked every morning.');
  await owner.getByLabel('Category').selectOption({ label: 'Food & Dining' });
  await owner.getByLabel('Address').fill('12 Oak Street, Olmos Park, TX 78212');
  await owner.getByLabel('Phone').fill('(210) 555-0142');
  await owner.getByRole('button', { name: 'Submit for Review' }).click();
  await owner.waitForURL('**/dashboard');
  expect(await queuedSubjects()).toContain('New listing to review: Bea’s Bakery');

  // Where a log-in ends.
  const staff = await openAs({ site, browser }, 'staff', '/dashboard');
  await staff.getByRole('link', { name: 'Go to the staff area' }).click();
  expect(await owner.getByRole('link', { name: 'Go to the staff area' }).count()).toBe(0);
  await staff.getByRole('button', { name: /Bea’s Bakery/ }).click();
  await staff.getByText('Bread and cakes, baked every morning.').waitFor();
  await staff.getByText('bea@bakery.example.com').waitFor();
  expect(await staff.getByRole('link', { name: 'Map' }).getAttribute('href')).toContain('12+Oak+Street');
  await staff.getByRole('button', { name: 'Approve', exact: true }).click();
  await staff.getByText('Bea’s Bakery is approved').first().waitFor();
  await staff.getByText('Nothing waits. Well done.').waitFor();
  expect(await queuedSubjects()).toContain('Bea’s Bakery is now listed');

  await owner.goto(`${site.url}/dashboard`);
  await owner.getByRole('link', { name: 'View Bea’s Bakery' }).click();
  await owner.getByRole('heading', { name: 'Bea’s Bakery', level: 1 }).waitFor();

  const [business] = await site.db.select().from(businesses).where(eq(businesses.name, 'Bea’s Bakery'));
  await owner.goto(`${site.url}/edit-business/${business?.id}`);
  await owner.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await owner.getByLabel('Phone').fill('(210) 555-0199');
  await owner.getByRole('button', { name: 'Save Changes' }).click();
  await owner.waitForURL('**/dashboard');

  await staff.getByRole('link', { name: 'Changes' }).click();
  await staff.getByText('(210) 555-0199').waitFor();
  await staff.getByText('(210) 555-0142').waitFor();
  await staff.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
  await staff.getByText(/^Undone by/).waitFor();
  const [after] = await site.db.select().from(businesses).where(eq(businesses.name, 'Bea’s Bakery'));
  expect(after?.phone).toBe('(210) 555-0142');
});

describe('the queue', () => {
  test('by keyboard alone: j, k, a and r', async () => {
    await emptyQueue();
    const submitter = await aUser(site.db);
    const given = { status: 'pending', approvedAt: null, submittedById: submitter.id } as const;
    const first = await aBusiness(site.db, { ...given, name: 'First Shop', createdAt: new Date(Date.now() - 9e7) });
    const second = await aBusiness(site.db, { ...given, name: 'Second Shop' });
    const page = await openAs({ site, browser }, 'staff', '/staff');
    await page.getByText(/overdue by/).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: /First Shop/, expanded: true }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: /Second Shop/, expanded: true }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('button', { name: /First Shop/, expanded: true }).waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('First Shop is approved').first().waitFor();
    await page.getByRole('button', { name: /Second Shop/, expanded: true }).waitFor();
    await page.getByRole('button', { name: 'Reject', exact: true }).waitFor();
    await page.keyboard.press('r');
    await hasFocus(page.getByLabel('Why not?'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Please say why').waitFor();
    await page.keyboard.type('a jar of reasons');
    expect(await statusOf(second.id)).toBe('pending');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Second Shop is rejected').first().waitFor();
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['approved', 'rejected']);
  });

  test('says so when somebody else was first, and keeps what is true', async () => {
    await emptyQueue();
    const shop = await aBusiness(site.db, { status: 'pending', approvedAt: null, name: 'Contested Shop' });
    const page = await openAs({ site, browser }, 'staff', '/staff');
    await page.getByRole('button', { name: /Contested Shop/ }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await site.db.update(businesses).set({ status: 'rejected', version: 2 }).where(eq(businesses.id, shop.id));
    const amy = await aUser(site.db, { role: 'staff' });
    const deed = { action: 'business.rejected', subjectType: 'business', subjectId: shop.id, actorId: amy.id };
    await site.db.insert(auditLog).values(deed);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText(`${amy.username} rejected Contested Shop just now.`).first().waitFor();
    await page.getByText('Nothing waits. Well done.').waitFor();
    expect(await statusOf(shop.id)).toBe('rejected');
  });

  test('approves with edits', async () => {
    await emptyQueue();
    const shop = await aBusiness(site.db, {
      status: 'pending',
      approvedAt: null,
      name: 'Mispelled Shop',
      description: 'A shop with a wrong name.',
      address: '3 Elm Street',
    });
    const page = await openAs({ site, browser }, 'staff', '/staff');
    await page.getByRole('button', { name: /Mispelled Shop/ }).click();
    await page.getByRole('button', { name: 'Approve with edits' }).click();
    await page.getByLabel('Name').fill('Misspelled Shop');
    await page.getByRole('button', { name: 'Approve with these edits' }).click();
    await page.getByText('Nothing waits. Well done.').waitFor();
    const [row] = await site.db.select().from(businesses).where(eq(businesses.id, shop.id));
    expect(row).toMatchObject({ name: 'Misspelled Shop', status: 'approved' });
  });
});

describe('who may not be here, and what is not here', () => {
  test('is the 404 page for an owner, and gives nothing away', async () => {
    const owner = await aUser(site.db);
    const page = await openAs({ site, browser }, owner, '/staff/people');
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    const Cookie = `session=${await aSession(site.db, owner.id)}`;
    const [hidden, missing] = await Promise.all(
      ['/staff/people', '/no-such-page'].map(async (path) => {
        const response = await fetch(site.url + path, { headers: { Cookie } });
        return { status: response.status, html: (await response.text()).replaceAll(path, '') };
      }),
    );
    expect(hidden?.status).toBe(404);
    expect(hidden?.html.replaceAll('/404', '').length).toBe(missing?.html.length);
    expect(hidden?.html).not.toMatch(/staff/i);
    expect((await fetch(`${site.url}/%73taff`, { headers: { Cookie } })).status).toBe(404);
  });

  test('sends whoever is signed out to the log-in, known path or not, and back after it', async () => {
    const ways = ['/staff', '/staff/people?search=bea', '/staff/no-such-page'].map(async (path) => {
      const answer = await fetch(site.url + path, { redirect: 'manual' });
      const to = new URL(answer.headers.get('location') ?? '', site.url);
      expect([answer.status, to.pathname, to.searchParams.get('next')]).toEqual([302, '/login', path]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });
    await Promise.all(ways);
    const member = await aUser(site.db, { role: 'staff', passwordHash: await hashPassword('under the live oaks') });
    const page = await browser.open(`${site.url}/staff/people?search=${member.username}`);
    await page.getByText('Log in to open the staff area.').waitFor();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill('under the live oaks');
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await page.getByRole('heading', { name: 'People' }).waitFor();
    expect(page.url()).toBe(`${site.url}/staff/people?search=${member.username}`);
  });

  test('somebody whose rights were changed reads why the log-in page is there; nobody else does', async () => {
    const [sam, ada] = [await aMember(), await aMember()];
    const page = await openAs({ site, browser }, sam, '/staff');
    const staff = await openAs({ site, browser }, ada, '/staff');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await site.db.delete(sessions).where(eq(sessions.userId, sam.id));
    const hint = { name: 'signed-in', value: '1', url: site.url };
    await page.context().addCookies([hint]);
    await goTo(page, '/staff/people');
    const word = (where: Page) =>
      where.getByText('If your password or your rights were changed, an email says so.', { exact: false });
    await word(page).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().clearCookies();
    await goTo(page, '/login');
    await page.getByText('Welcome back.').waitFor();
    expect(await word(page).count()).toBe(0);
    await staff.context().addCookies([hint]);
    await goTo(staff, '/login');
    await staff.getByText('Welcome back.').waitFor();
    expect(await word(staff).count()).toBe(0);
  });

  test('a path that there is not is a 404 for staff, too', async () => {
    const page = await openAs({ site, browser }, 'staff', '/staff/nothing');
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    const token = await aSession(site.db, (await aMember()).id);
    const answers = await Promise.all(
      ['/staff/nothing', '/staff'].map((path) => fetch(site.url + path, { headers: { Cookie: `session=${token}` } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 200]);
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
  });
});

test('staff who have set up a second factor are asked for its code first', async () => {
  const member = await aUser(site.db, { role: 'staff', totpSecret: 'unused', totpConfirmedAt: new Date() });
  const page = await openAs({ site, browser }, member, '/staff/people');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await page.getByLabel('Code').waitFor();
  expect(await page.getByRole('navigation', { name: 'Staff' }).count()).toBe(0);
  await site.db.update(sessions).set({ secondFactorAt: new Date() }).where(eq(sessions.userId, member.id));
  await page.reload();
  await page.getByRole('heading', { name: 'People' }).waitFor();
});

test('people: make staff, ban and end sessions by clicking', async () => {
  const person = await aUser(site.db, { username: 'tobebanned' });
  await aSession(site.db, person.id);
  const page = await openAs({ site, browser }, 'staff', `/staff/people/${person.id}`);
  await page.getByRole('button', { name: 'End all' }).click();
  await page.getByText('Not signed in anywhere.').waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  // Banning and adding rights need a second yes, because of slips of the finger.
  for (const name of ['Ban', 'Make staff']) {
    await button(name).click();
    await page.getByRole('group', { name: `${name}: are you sure?` }).waitFor();
    await hasFocus(button('Cancel'));
    await page.keyboard.press('Escape');
    await hasFocus(button(name));
  }
  expect(await site.db.select().from(users).where(eq(users.id, person.id))).toMatchObject([
    { role: 'owner', bannedAt: null },
  ]);
  const ban = async () => {
    await button('Ban').click();
    await page.getByText('They have no listing. Nothing of theirs is at the payment page').waitFor();
    expect(await button('Yes, ban').isEnabled()).toBe(false);
    await page.getByLabel('Why?').fill('Sells fakes');
    await button('Yes, ban').click();
  };
  await ban();
  await hasFocus(button('Lift the ban'));
  await page.keyboard.press('Enter');
  await hasFocus(button('Ban'));
  const makeStaff = async () => {
    await button('Make staff').click();
    await page.getByRole('checkbox', { name: 'Editor' }).check();
    await button('Yes, make staff').click();
  };
  await makeStaff();
  await page.getByText('This person has not confirmed their email yet').first().waitFor();
  await site.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, person.id));
  await makeStaff();
  await hasFocus(button('Remove from staff'));
  await page.keyboard.press('Enter');
  await button('Yes, remove').click();
  await ban();
  await button('Lift the ban').waitFor();
  const [row] = await site.db.select().from(users).where(eq(users.id, person.id));
  expect(row?.bannedAt).toBeInstanceOf(Date);
});

test('an editor finds the parts that are theirs, and is told which are not', async () => {
  const editor = await aUser(site.db, { role: 'staff', rights: ['editor'] });
  const page = await openAs({ site, browser }, editor, '/staff');
  await page.waitForURL('**/staff/events');
  const menu = page.getByRole('navigation', { name: 'Staff' }).getByRole('link');
  await expect.poll(() => menu.count()).toBe(6);
  expect((await menu.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
    ...['Events', 'News', 'Newsletter', 'Find', 'Notices', 'Ads'],
  ]);
  await page.goto(`${site.url}/staff/people`);
  await page.getByText('Only an administrator may do this.').waitFor();
});
