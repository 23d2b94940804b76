import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { SampleContent } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';

/**
 * Makes one account for each owner that the sample listings name; returns their ids by that name. Their
 * passwords are random and unknown to everybody: only a reset link opens such an account. Somebody whom the operator has made
 * staff before the first start may have one of the names: then that owner gets a number behind it.
 */
export async function addSampleOwners(
  db: Database,
  businesses: SampleContent['businesses'],
  now: Date,
): Promise<Map<string, string>> {
  const names = [...new Set(businesses.flatMap((business) => business.owner ?? []))];
  if (names.length === 0) return new Map();
  const present = await db.select({ username: users.username, email: users.email }).from(users);
  const taken = new Set(present.flatMap(({ username, email }) => [username, email]).map((text) => text.toLowerCase()));
  const emailOf = (username: string) => `${username}@owners.example.com`;
  const isFree = (username: string) => !taken.has(username) && !taken.has(emailOf(username));
  const added = names.map(async (name) => {
    let username = name;
    for (let number = 2; !isFree(username); number++) username = `${name}-${number}`;
    const values = {
      username,
      email: emailOf(username),
      emailVerifiedAt: now,
      passwordHash: await hash(randomBytes(32)),
    };
    return { name, values };
  });
  const owners = await Promise.all(added);
  const rows = await db
    .insert(users)
    .values(owners.map(({ values }) => values))
    .returning({ id: users.id, username: users.username });
  const idOf = new Map(rows.map(({ username, id }) => [username, id]));
  return new Map(
    owners.flatMap(({ name, values }) => {
      const id = idOf.get(values.username);
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}
