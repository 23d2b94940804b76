/** The addresses that a deletion looks for, and whose they are. */
import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { erasedText } from '#features/audit/erased-text.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, listingOrders, users } from '#server/db/schema/index.ts';

/** Acts that name an address which nobody has confirmed yet. */
const asked = ['account.email-change-asked', 'user.email-change-started'];

type Person = typeof users.$inferSelect;

interface Addresses {
  /** Everything that the account was to change to is among them: they go from the account's own rows. */
  typed: string[];
  /** Addresses that no other account uses: anybody may type a neighbor's address into the form that changes an e-mail. */
  own: string[];
  /** The own ones in whose mailbox the person has followed a link: what anybody sent with them is the person's. */
  proven: string[];
}

/** The account's current and former addresses, in lower case. */
export async function addressesOf(db: Database, person: Person): Promise<Addresses> {
  const { typed, confirmed } = await readAddresses(db, person);
  const neighbors = await db
    .select({ email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(and(ne(users.id, person.id), inArray(sql`lower(${users.email})`, typed)));
  const own = typed.filter((address) => !neighbors.some(({ email }) => email === address));
  return { typed, own, proven: own.filter((address) => confirmed.has(address)) };
}

async function readAddresses(db: Database, { id, email, emailVerifiedAt }: Person) {
  const actions = ['account.email-verified', 'account.email-changed', ...asked];
  const rows = await db
    .select({ action: auditLog.action, data: auditLog.data })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, 'user'), eq(auditLog.subjectId, id), inArray(auditLog.action, actions)))
    .orderBy(auditLog.at, auditLog.id);
  const typed = new Set([email.toLowerCase()]);
  const confirmed = new Set(emailVerifiedAt === null ? [] : typed);
  let isProven = false;
  for (const { action, data } of rows) {
    const written = data as { email?: string | string[]; former?: string } | null;
    const addresses = [written?.email ?? []].flat().map((address) => address.toLowerCase());
    for (const address of addresses) typed.add(address);
    if (asked.includes(action)) continue;
    const [former, next] = addresses;
    // Changes of earlier releases do not say whether the former mailbox was confirmed.
    if (former !== undefined && (isProven || written?.former !== undefined)) confirmed.add(former);
    if (next !== undefined) confirmed.add(next);
    isProven = true;
  }
  typed.delete(erasedText);
  return { typed: [...typed], confirmed };
}

/** An order that another account has paid is that account's, whichever mailbox it named. */
export function isOrderOfLeaver({ id }: Pick<Person, 'id'>, { proven }: Pick<Addresses, 'proven'>): SQL | undefined {
  const isToMailbox = and(isNull(listingOrders.userId), inArray(sql`lower(${listingOrders.email})`, proven));
  return or(eq(listingOrders.userId, id), isToMailbox);
}
