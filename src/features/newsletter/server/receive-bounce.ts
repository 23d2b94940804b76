import * as z from 'zod/mini';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import { readBodyText } from '#server/http/read-body.ts';
import type { ServedEndpoint } from '#server/http/serve.ts';
import { isSigned, readSignature, wrongSignature } from '#server/http/signed-body.ts';
import { siteSecret } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import { BounceReport, bounceSignatureHeader, reportBounce } from '../bounce-contract.ts';
import { addressHash, suppress } from './suppress.ts';

/** The secret that staff give to the mail service. */
export async function bounceSecret(db: Database): Promise<string> {
  return `whsec_${(await siteSecret(db, 'newsletter-bounces')).toString('base64url')}`;
}

export const bounceWebhook: ServedEndpoint = {
  endpoint: reportBounce,
  tags: undefined,
  // Read as text: the signature covers the body's bytes.
  respond: async (c) => {
    const request = c.get('request');
    await takeFromLimit(request.db, 'newsletter-bounces', request.clientAddress, request.now());
    const body = await readBodyText(c.req.raw);
    const signature = readSignature(c.req.header(bounceSignatureHeader), request.now());
    if (signature === null || !isSigned(body, signature, await bounceSecret(request.db))) throw wrongSignature();
    return c.json({ suppressed: await noteBounce(request.db, parseReport(body)) });
  },
};

function parseReport(body: string): z.infer<typeof BounceReport> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Problem('bad_request', 'The body is not valid JSON.');
  }
  const result = z.safeParse(BounceReport, value);
  if (!result.success)
    throw new Problem('bad_request', 'Please send {"email", "type": "hard", "soft" or "complaint"}.');
  return { ...result.data, email: result.data.email.replaceAll('\0', '') };
}

/** Suppresses the address of a report. Returns whether it is suppressed now. The audit row does not name it. */
export async function noteBounce(
  db: Database,
  { email, type, detail }: z.infer<typeof BounceReport>,
): Promise<boolean> {
  if (type === 'soft') return false;
  const reason = type === 'hard' ? 'bounced' : 'complained';
  const hash = await addressHash(db);
  await db.transaction(async (tx) => {
    const isNew = await suppress(tx, hash, {
      email,
      reason,
      ...(detail ? { detail: detail.replaceAll('\0', '') } : {}),
    });
    if (!isNew) return;
    await writeAudit(tx, {
      actorId: null,
      by: 'site',
      action: 'subscriber.suppressed',
      subjectType: 'newsletter',
      subjectId: 'subscribers',
      data: { reason },
    });
  });
  return true;
}
