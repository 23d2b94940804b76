/** Each form in which a listing is written has a control for every text of the list of fields, and says what the page will not show. */
import { expect, test } from 'vitest';
import { listingTexts } from '#shared/listing-fields.ts';
import { openAs } from '#tests/support/open-as.ts';
import { startOwnerSite } from '#tests/support/owner-site.ts';

const own = startOwnerSite();

const forms = [
  { of: 'a new listing', open: () => own.open('/add-business') },
  { of: 'the owner', open: async () => own.open(`/edit-business/${(await own.mine()).id}`) },
  {
    of: 'staff',
    open: async () => {
      const { id } = await own.mine();
      const page = await openAs(own, 'staff', `/staff/businesses/${id}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      return page;
    },
  },
];

test.each(forms)('the form of $of has them all, and says which phone is none', async ({ open }) => {
  const page = await open();
  await page.locator('main [name="description"]').waitFor();
  const names = await page.locator('main [name]').evaluateAll((all) => all.map((one) => one.getAttribute('name')));
  expect(listingTexts.filter((name) => !names.includes(name))).toEqual([]);
  const phone = page.locator('main [name="phone"]');
  const hint = page.getByText('This has no number to call, so it will not be shown.');
  await phone.fill('call me maybe');
  await hint.waitFor();
  expect(await phone.getAttribute('aria-describedby')).toContain(await hint.getAttribute('id'));
  await page
    .locator('main form:has([name="phone"])')
    .getByRole('button', { name: /^(Submit|Update|Save)/ })
    .click();
  await page.getByText('Please enter a number to call, or leave the phone empty').waitFor();
  expect(await phone.getAttribute('aria-invalid')).toBe('true');
  await phone.fill('(210) 555-0110');
  await hint.waitFor({ state: 'detached' });
});
