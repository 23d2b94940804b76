/** Recovery codes for a lost authenticator app: each works once. */
import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { userTokens } from '#server/db/schema/index.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { hashToken } from './opaque-token.ts';

const codeCount = 10;
/** The first letters find the code's row; the other 26, 130 random bits, prove it. */
const nameLength = 4;
const codeLength = 30;

interface RecoveryCode {
  /** 'ABCDE-FGHIJ-…', six groups. */
  code: string;
  tokenHash: string;
  data: { hash: string };
}

const purpose = 'recovery-code' as const;
const plain = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
const rowKey = (userId: string, name: string) => hashToken(`${userId}:${name}`);

/** The alphabet leaves out letters that look like digits. */
function randomLetters(count: number): string {
  const letters = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';
  return [...randomBytes(count)].map((byte) => letters[byte % 32]).join('');
}

/** Makes the codes of one set-up. Takes a while: hash them before the transaction. */
export async function makeRecoveryCodes(userId: string): Promise<RecoveryCode[]> {
  const names = new Set<string>();
  while (names.size < codeCount) names.add(randomLetters(nameLength));
  return Promise.all(
    [...names].map(async (name) => {
      const secret = randomLetters(codeLength - nameLength);
      return {
        code: (name + secret).match(/.{5}/g)?.join('-') ?? '',
        tokenHash: rowKey(userId, name),
        data: { hash: await hashPassword(secret) },
      };
    }),
  );
}

/** Stores the codes instead of all former ones. */
export async function replaceRecoveryCodes(
  tx: Database,
  userId: string,
  codes: readonly RecoveryCode[],
): Promise<void> {
  await tx.delete(userTokens).where(and(eq(userTokens.userId, userId), eq(userTokens.purpose, purpose)));
  if (codes.length === 0) return;
  await tx.insert(userTokens).values(codes.map(({ tokenHash, data }) => ({ userId, purpose, tokenHash, data })));
}

/** Uses a code up. False when it is wrong or was used. Codes of older releases have ten letters and one fast hash. */
export async function takeRecoveryCode(tx: Database, userId: string, typed: string, at: Date): Promise<boolean> {
  const code = plain(typed);
  const isOld = code.length < codeLength;
  const unused = and(
    eq(userTokens.userId, userId),
    eq(userTokens.purpose, purpose),
    eq(userTokens.tokenHash, rowKey(userId, isOld ? code : code.slice(0, nameLength))),
    isNull(userTokens.usedAt),
  );
  const [row] = await tx.select({ data: userTokens.data }).from(userTokens).where(unused);
  const hash = (row?.data as RecoveryCode['data'] | null | undefined)?.hash;
  if (isOld ? hash !== undefined : !(await verifyPassword(hash ?? null, code.slice(nameLength)))) return false;
  const { rowCount } = await tx.update(userTokens).set({ usedAt: at }).where(unused);
  return rowCount === 1;
}

/** The codes that are not used yet. */
export function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  return db.$count(
    userTokens,
    and(eq(userTokens.userId, userId), eq(userTokens.purpose, purpose), isNull(userTokens.usedAt)),
  );
}
