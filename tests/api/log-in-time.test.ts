/** The time of a wrong log-in does not tell whether the account exists. */
import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { users } from '#server/db/schema/index.ts';
import { skippedPauses } from '#tests/support/skipped-pauses.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
const rounds = 80;
/** Something else in this process may spoil one measurement, but hardly five in a row. */
const measurements = 5;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The processor time of this process in microseconds: another program on the machine takes none of it. */
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

it('takes as much work for known and unknown emails: pauses, statements, and processor time by the median within 10 percent', {
  timeout: 240_000,
}, async () => {
  const app = createApi(testServices(database));
  const passwordHash = await hashPassword('under the live oaks');
  const pauses = skippedPauses();
  const statements = vi.spyOn(Client.prototype, 'query');
  onTestFinished(() => statements.mockRestore());
  const differences: number[] = [];
  for (let measurement = 0; measurement < measurements; measurement++) {
    const known = Array.from({ length: rounds }, (_, n) => `known-${measurement}-${n}@example.com`);
    await database.db
      .insert(users)
      .values(known.map((email, n) => ({ username: `known-${measurement}-${n}`, email, passwordHash })));

    const times = { known: [] as number[], unknown: [] as number[] };
    const asked = { known: [] as number[], unknown: [] as number[] };
    const waits = { known: [] as number[][], unknown: [] as number[][] };
    const logIn = async (kind: keyof typeof times, email: string, n: number) => {
      const browser = new TestBrowser(app, `192.0.${measurement}.${n + 1}`);
      await browser.get('/api/csrf-token');
      pauses.length = 0;
      statements.mockClear();
      const start = processorTime();
      const response = await browser.post('/api/auth/login', { body: { email, password: 'not the password' } });
      times[kind].push(processorTime() - start);
      expect(response.status).toBe(401);
      asked[kind].push(statements.mock.calls.length);
      waits[kind].push([...pauses]);
    };
    for (let n = 0; n < rounds; n++) {
      // The two cases take turns in going first, so that a slow moment hits both.
      const pair = [
        () => logIn('known', known[n] ?? '', n),
        () => logIn('unknown', `unknown-${measurement}-${n}@example.com`, n),
      ];
      for (const one of n % 2 === 0 ? pair : pair.toReversed()) await one();
    }
    // Now and then something else in this process asks the database.
    expect(median(asked.known)).toBe(median(asked.unknown));
    expect(waits.known).toEqual(waits.unknown);
    const [a, b] = [median(times.known), median(times.unknown)];
    differences.push(Math.abs(a - b) / Math.max(a, b));
    if (differences.some((difference) => difference <= 0.1)) break;
  }
  expect(Math.min(...differences)).toBeLessThanOrEqual(0.1);
});
