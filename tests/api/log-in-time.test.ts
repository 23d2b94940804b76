/** The time of a wrong log-in does not tell whether the account exists. */
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { users } from '#server/db/schema/index.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
const rounds = 80;
/** A busy machine may spoil one measurement, but hardly five in a row. */
const measurements = 5;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it('takes the same time for known and unknown emails, by the median and within 10 percent', {
  timeout: 240_000,
}, async () => {
  const app = createApi(testServices(database));
  const passwordHash = await hashPassword('under the live oaks');
  const differences: number[] = [];
  for (let measurement = 0; measurement < measurements; measurement++) {
    const known = Array.from({ length: rounds }, (_, n) => `known-${measurement}-${n}@example.com`);
    await database.db
      .insert(users)
      .values(known.map((email, n) => ({ username: `known-${measurement}-${n}`, email, passwordHash })));

    const times = { known: [] as number[], unknown: [] as number[] };
    const logIn = async (email: string, n: number) => {
      const browser = new TestBrowser(app, `192.0.${measurement}.${n + 1}`);
      await browser.get('/api/csrf-token');
      const start = performance.now();
      const response = await browser.post('/api/auth/login', { body: { email, password: 'not the password' } });
      expect(response.status).toBe(401);
      return performance.now() - start;
    };
    for (let n = 0; n < rounds; n++) {
      // The two cases take turns in going first, so that a slow moment of the machine hits both.
      const pair = [
        async () => times.known.push(await logIn(known[n] ?? '', n)),
        async () => times.unknown.push(await logIn(`unknown-${measurement}-${n}@example.com`, n)),
      ];
      for (const one of n % 2 === 0 ? pair : pair.toReversed()) await one();
    }
    const [a, b] = [median(times.known), median(times.unknown)];
    differences.push(Math.abs(a - b) / Math.max(a, b));
    if (differences.some((difference) => difference <= 0.1)) break;
  }
  expect(Math.min(...differences)).toBeLessThanOrEqual(0.1);
});
