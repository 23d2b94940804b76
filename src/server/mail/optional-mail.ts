/** Mail that somebody with an account may stop: the link at its end, and the look at the choice before it goes out. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { parse, stringify } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Env } from '#server/env.ts';
import { siteSecret } from '#server/site-secret.ts';
import { type MailKind, mailKinds } from '#shared/mail-kinds.ts';

/** The person and the kind that a mail and its link are about. */
export interface OptionalMail {
  userId: string;
  kind: MailKind;
}

const idBytes = 16;
/** 96 bits: short enough for one line of a mail, and too many to guess. */
const proofBytes = 12;
const path = '/emails/stop?token=';

/** Links of mails from before there were kinds have no kind in them, and a secret of their own. */
async function proofOf(db: Database, id: Buffer, kind: MailKind | null): Promise<Buffer> {
  const secret = await siteSecret(db, kind === null ? 'statistics-mail' : 'mail-choices');
  const hmac = createHmac('sha256', secret);
  if (kind !== null) hmac.update(`${kind}:`);
  return hmac.update(id).digest().subarray(0, proofBytes);
}

async function writeToken(db: Database, { userId, kind }: OptionalMail): Promise<string> {
  const id = Buffer.from(parse(userId));
  return `${kind}.${Buffer.concat([id, await proofOf(db, id, kind)]).toString('base64url')}`;
}

/** Null for a token that this site did not make. */
export async function readStopToken(db: Database, token: string): Promise<OptionalMail | null> {
  const [, named, rest = ''] = /^(?:([a-z]+)\.)?([\w-]+)$/.exec(token) ?? [];
  const kind = named === undefined ? null : mailKinds.find((known) => known === named);
  const bytes = Buffer.from(rest, 'base64url');
  if (kind === undefined || bytes.length !== idBytes + proofBytes) return null;
  const id = bytes.subarray(0, idBytes);
  if (!timingSafeEqual(bytes.subarray(idBytes), await proofOf(db, id, kind))) return null;
  return { userId: stringify(id), kind: kind ?? 'statistics' };
}

/** The parts of a mail that its reader may stop. composeLetter takes them for the link at the end, the queue for the headers. */
export async function optionalMail(
  db: Database,
  env: Pick<Env, 'siteUrl'>,
  mail: OptionalMail,
): Promise<{ optional: OptionalMail; unsubscribeUrl: string }> {
  return { optional: mail, unsubscribeUrl: `${env.siteUrl}${path}${await writeToken(db, mail)}` };
}

/** False for somebody who has stopped this kind since the mail was queued, and for an account that is gone. */
export async function isStillWanted(db: Database, { userId, kind }: OptionalMail): Promise<boolean> {
  const [row] = await db.select({ mailsOff: users.mailsOff }).from(users).where(eq(users.id, userId));
  return row !== undefined && !row.mailsOff.includes(kind);
}
