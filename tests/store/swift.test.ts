/** The same as on the stand-in, on a real store: OpenStack Swift. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { comesBackFromABucket } from '#tests/support/history-in-a-bucket.ts';
import { machinesShareABucket } from '#tests/support/machines-on-a-bucket.ts';
import { behavesAsStore } from '#tests/support/s3-behavior.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { type SwiftServer, startMs, startSwift } from './swift-server.ts';

const database = testDatabase();
let swift: SwiftServer;
beforeAll(async () => {
  swift = await startSwift();
}, startMs);
afterAll(() => swift.stop());

describe('a store on Swift', () => behavesAsStore(() => swift.env));
describe('two machines on Swift', () => machinesShareABucket(database, () => swift.variables));
it('a database comes back to a minute from Swift', { timeout: 600_000 }, () => comesBackFromABucket(swift.variables));
