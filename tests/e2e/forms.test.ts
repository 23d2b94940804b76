import { describe, expect, test } from 'vitest';
import { contactMessages, newsletterSubscribers } from '#server/db/schema/index.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { holdBack } from '#tests/support/hold-back.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = startTestSite();
// Calls are made to fail here.
const browser = openBrowser({
  harmless: /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/,
});

const typed = {
  Name: 'Ana Q.',
  Email: 'ana@mail.example.com',
  'Phone (optional)': '210-555-0142',
  Subject: 'Wrong hours',
  Message: 'The bakery opens at seven, not at eight.',
};

describe('contact', () => {
  test('refuses each field in its own words and focuses the first', async () => {
    const page = await browser.open(`${site.url}/contact`);
    await page.getByLabel('Name').fill('A');
    await page.getByLabel('Email', { exact: true }).fill('nobody');
    await page.getByLabel('Subject').fill('Hi');
    await page.getByLabel('Message').fill('short');
    await page.getByRole('button', { name: 'Send Message' }).click();
    for (const text of [
      'Name must be at least 2 characters',
      'Please enter a valid email address',
      'Subject must be at least 5 characters',
      'Message must be at least 10 characters',
    ]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await hasFocus(page.getByLabel('Name'));
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Message').getAttribute('rows')).toBe('6');
  });

  test('sends, says so and empties the form; the message holds subject and phone', async () => {
    const page = await browser.open(`${site.url}/contact`);
    const letGo = await holdBack(page, '**/api/contact');
    for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
    // A double click sends the form once.
    await page.getByRole('button', { name: 'Send Message' }).dblclick();
    const pending = page.getByRole('button', { name: 'Sending...' });
    await pending.waitFor();
    expect(await pending.isDisabled()).toBe(true);
    await letGo();
    await page.getByText('Message sent successfully', { exact: true }).first().waitFor();
    await page.getByText("Thank you for contacting us. We'll get back to you soon!").first().waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    // The confirmation beside the form stays after the toast is gone.
    expect(await page.locator('form[action="/contact"]').getByRole('status').innerText()).toContain(typed.Email);
    const [stored, ...more] = await site.db.select().from(contactMessages);
    expect(more).toEqual([]);
    expect(stored).toMatchObject({ name: typed.Name, email: typed.Email });
    expect(stored?.message).toContain(typed.Subject);
    expect(stored?.message).toContain(typed['Phone (optional)']);
  });

  test('keeps what was typed when sending fails', async () => {
    const page = await browser.open(`${site.url}/contact`);
    await page.route('**/api/contact', (route) => route.abort());
    for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Error sending message').first().waitFor();
    await page.getByText('There was a problem sending your message. Please try again.').first().waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe(typed.Message);
  });

  test('works without script, and keeps what was typed when refused', async () => {
    const page = await browser.open(`${site.url}/contact`, { script: false });
    await page.getByLabel('Name').fill('B');
    await page.getByLabel('Email', { exact: true }).fill(typed.Email);
    await page.getByLabel('Subject').fill(typed.Subject);
    await page.getByLabel('Message').fill(typed.Message);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Name must be at least 2 characters', { exact: true }).first().waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe(typed.Message);
    await page.getByLabel('Name').fill(typed.Name);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Message sent successfully').waitFor();
    expect(await site.db.$count(contactMessages)).toBe(2);
  });
});

/** With the worker's part. */
async function readers(): Promise<string[]> {
  await workOffJobs(testServices(site));
  return (await site.db.select().from(newsletterSubscribers)).map(({ email }) => email);
}

describe('newsletter', () => {
  test('an empty and a wrong address are refused', async () => {
    const page = await browser.open(site.url, { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Email Required').first().waitFor();
    await page.getByText('Please enter your email address.').first().waitFor();
    await page.getByLabel('Email address').fill('ana@nowhere');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Invalid Email').first().waitFor();
    await page.getByText('Please enter a valid email address.').first().waitFor();
  });

  test('subscribes, is disabled meanwhile, and clears the field', async () => {
    const page = await browser.open(site.url, { reducedMotion: 'reduce' });
    const letGo = await holdBack(page, '**/api/newsletter/subscribe');
    await page.getByLabel('Email address').fill('ana@mail.example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    const pending = page.getByRole('button', { name: 'Subscribing...' });
    await pending.waitFor();
    expect(await pending.isDisabled()).toBe(true);
    await letGo();
    await page.getByText('Success!', { exact: true }).first().waitFor();
    await page.getByText("You've been successfully subscribed to our newsletter.").first().waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe('');
    expect(await readers()).toContain('ana@mail.example.com');
  });

  test('a refusal never covers the field or the button, wherever the form is on the screen', async () => {
    for (const [width, height] of [
      [1440, 900],
      [820, 1180],
      [390, 844],
    ] as const) {
      const page = await browser.open(site.url, { reducedMotion: 'reduce', viewport: { width, height } });
      const button = page.getByRole('button', { name: 'Subscribe' });
      for (const block of ['end', 'start'] as const) {
        await button.evaluate((element, place) => element.scrollIntoView({ block: place }), block);
        await button.click();
        const toast = await page.locator('.toast').boundingBox();
        for (const part of [button, page.getByLabel('Email address')]) {
          const box = await part.boundingBox();
          const isApart = box && toast && (box.y >= toast.y + toast.height || box.y + box.height <= toast.y);
          const isBeside = box && toast && box.x + box.width <= toast.x;
          expect(isApart || isBeside, `${width} px, form at the ${block}`).toBe(true);
        }
        await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
      }
    }
  });

  test('success stays at the form when the toast is gone', async () => {
    const page = await browser.open(site.url, { reducedMotion: 'reduce' });
    await page.getByLabel('Email address').fill('stays@mail.example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.locator('.toast').waitFor();
    await page.locator('.toast').waitFor({ state: 'detached', timeout: 10_000 });
    const said = page.locator('form[action="/newsletter"]').getByRole('status');
    expect(await said.innerText()).toContain('stays@mail.example.com');
  });

  test("a failure shows the server's words, or its own", async () => {
    const page = await browser.open(site.url, { reducedMotion: 'reduce' });
    const subscribe = async () => {
      await page.getByLabel('Email address').fill('ana@mail.example.com');
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.getByText('Subscription Failed').first().waitFor();
    };
    await page.route('**/api/newsletter/subscribe', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many for now.', code: 'too_many' } }),
    );
    await subscribe();
    await page.getByText('Too many for now.').first().waitFor();
    await page.unrouteAll();
    await page.route('**/api/newsletter/subscribe', (route) => route.abort());
    await subscribe();
    await page.getByText('Failed to subscribe').first().waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe('ana@mail.example.com');
  });

  test('works without script', async () => {
    const page = await browser.open(site.url, { script: false });
    await page.getByLabel('Email address').fill('ben@mail.example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText("You've been successfully subscribed to our newsletter.").waitFor();
    expect(await readers()).toContain('ben@mail.example.com');
  });
});
