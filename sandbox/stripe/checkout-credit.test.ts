/** A customer's credit pays the first bill of a plan that begins on the payment page, before the card does. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';
import { testClient } from './testing/client.ts';
import { hostedPage } from './testing/hosted-page.ts';

let running: RunningSandbox;
let stripe: Stripe;
let year: Stripe.Price;
const { submit, view } = hostedPage(() => running.url);

beforeAll(async () => {
  running = await startSandbox();
  stripe = testClient(running);
  const product = await stripe.products.create({ name: 'Premium' });
  const price = { product: product.id, currency: 'usd', unit_amount: 29_000 };
  year = await stripe.prices.create({ ...price, recurring: { interval: 'year' } });
});
afterAll(() => running.stop());

async function open(credit: number, trial?: number) {
  const customer = await stripe.customers.create({ email: 'ana@site.example' });
  await stripe.customers.update(customer.id, { balance: -credit });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: year.id, quantity: 1 }],
    success_url: 'https://site.example/done',
    ...(trial ? { subscription_data: { trial_period_days: trial } } : {}),
  });
  const pathOf = new URL(session.url ?? '').pathname;
  const page = async () => (await view(pathOf)).text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  return { customer, session, page };
}
const balanceOf = async ({ id }: Stripe.Customer) => {
  const now = await stripe.customers.retrieve(id);
  return now.deleted ? null : now.balance;
};
const billOf = async ({ id }: Stripe.Checkout.Session) =>
  (await stripe.checkout.sessions.retrieve(id, { expand: ['invoice'] })).invoice as Stripe.Invoice;

test('pays a part, which the page takes off, and the card pays the rest', async () => {
  const { customer, session, page } = await open(500);
  expect(await page()).toContain('Applied balance −$5.00 Total due today $285.00');
  await submit(session, '4000000000009995');
  expect(await balanceOf(customer)).toBe(-500);
  await submit(session);
  const part = { total: 29_000, amount_due: 28_500, amount_paid: 28_500, starting_balance: -500, ending_balance: 0 };
  expect(await billOf(session)).toMatchObject({ status: 'paid', ...part });
  expect(await balanceOf(customer)).toBe(0);
  const { data } = await stripe.charges.list({ customer: customer.id });
  expect(data.flatMap(({ paid, amount }) => (paid ? [amount] : []))).toEqual([28_500]);
});

test('follows a credit that another bill has used between two attempts', async () => {
  const { customer, session, page } = await open(500);
  await submit(session, '4000000000009995');
  await stripe.customers.update(customer.id, { balance: -100 });
  expect(await page()).toContain('Total due today $289.00');
  await submit(session);
  expect(await billOf(session)).toMatchObject({ amount_paid: 28_900, ending_balance: 0 });
});

test('pays all of it: the card is kept and not charged, and the rest of the credit stays', async () => {
  const { customer, session, page } = await open(30_000);
  expect(await page()).toContain('Total due today $0.00');
  await submit(session);
  expect(await billOf(session)).toMatchObject({ status: 'paid', amount_paid: 0, ending_balance: -1000 });
  expect(await balanceOf(customer)).toBe(-1000);
  const { data } = await stripe.subscriptions.list({ customer: customer.id });
  expect(data).toMatchObject([{ status: 'active', default_payment_method: expect.stringMatching(/^pm_/) }]);
});

test('is not touched while a plan has free days', async () => {
  const { customer, session, page } = await open(500, 14);
  expect(await page()).not.toContain('Applied balance');
  await submit(session);
  expect(await balanceOf(customer)).toBe(-500);
});
