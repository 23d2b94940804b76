import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { SampleContent } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';

/**
 * Makes one account for each owner that the sample listings name; returns their ids by that name. Their
 * passwords are random and unknown to everybody: only a reset link opens such an account.
 */
export async function addSampleOwners(
  db: Database,
  businesses: SampleContent['businesses'],
  now: Date,
): Promise<Map<string, string>> {
  const names = [...new Set(businesses.flatMap((business) => business.owner ?? []))];
  if (names.length === 0) return new Map();
  const rows = await db
    .insert(users)
    .values(
      await Promise.all(
        names.map(async (name) => ({
          username: name,
          email: `${name}@owners.example.com`,
          emailVerifiedAt: now,
          passwordHash: await hash(randomBytes(32)),
        })),
      ),
    )
    .returning({ id: users.id, username: users.username });
  return new Map(rows.map((row) => [row.username, row.id]));
}
