/** A site that takes payments from its own sandbox, as the API tests of claims, premium and leaving need it. */
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/stripe/start-sandbox.ts';
import { startSandboxWithPrices } from './claim-desk.ts';
import { found } from './found.ts';
import { PremiumDesk } from './premium-desk.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

interface PaymentSite {
  readonly database: TestDatabase;
  /** The sandbox of this test file. */
  readonly sandbox: RunningSandbox;
  /** The people, the site and its clock; new for each test. */
  readonly desk: PremiumDesk;
}

interface Options {
  /** Each test begins with an empty Stripe, so that plans of earlier tests do not renew. */
  isEmptyEachTime?: boolean;
}

/**
 * Starts one sandbox for the file, and begins each test without jobs and with a new desk. Call it once, outside of tests:
 * const site = paymentSite();
 */
export function paymentSite({ isEmptyEachTime = false }: Options = {}): PaymentSite {
  // Each test asks the sandbox dozens of questions, and a machine may be busy.
  vi.setConfig({ testTimeout: 120_000 });
  const database = testDatabase();
  let sandbox: RunningSandbox | undefined;
  let desk: PremiumDesk | undefined;
  beforeAll(async () => {
    sandbox = await (isEmptyEachTime ? startSandbox() : startSandboxWithPrices());
  });
  afterAll(() => sandbox?.stop());
  beforeEach(async () => {
    await database.pool.query('delete from pgboss.job');
    const running = found(sandbox, 'the sandbox');
    if (isEmptyEachTime) running.control.reset();
    desk = new PremiumDesk(database, running);
  });
  return {
    database,
    get sandbox() {
      return found(sandbox, 'the sandbox, before beforeAll');
    },
    get desk() {
      return found(desk, 'the desk, before beforeEach');
    },
  };
}
