import { type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/index.ts';

/** True for the account with this address, in any spelling. */
export const hasMailbox = (email: string | null): SQL => sql`lower(${users.email}) = lower(${email})`;
