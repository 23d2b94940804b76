/** A report about a recommendation offers the same deeds on the page Messages as in the queue, and says nothing untrue about mailboxes. */
import { expect, test } from 'vitest';
import { recommendations, reports } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { only } from '#tests/support/found.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('it is shown and hidden there, and the listing’s state does not stand beside it', async () => {
  const { id: businessId } = await aBusiness(site.db, { name: 'Fig Bar' });
  const written = { businessId, name: 'Carla', email: 'carla@example.org', text: 'Best', status: 'waiting' } as const;
  const { id } = only(await site.db.insert(recommendations).values(written).returning(), 'recommendation');
  const report = { businessId, recommendationId: id, reason: 'recommendation', text: 'Look at it.' } as const;
  await site.db.insert(reports).values(report);
  await aBusiness(site.db, { name: 'Elm Shop' });
  const page = await openAs({ site, browser }, 'staff', '/staff/messages');
  const card = page.getByRole('article', { name: 'Report: Fig Bar' });
  await card.getByText(/Carla has confirmed an address/).waitFor();
  expect(await card.getByText('Approved', { exact: true }).count()).toBe(0);
  await card.getByRole('button', { name: 'Hide it: the recommendation of Carla' }).click();
  await toast(page, 'The recommendation is hidden');
  expect(only(await site.db.select().from(recommendations), 'recommendation').status).toBe('hidden');
});
