import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { dropLinkTokens, makeLinkToken } from './link-tokens.ts';

/** Mails the link that proves a mailbox; an earlier link stops working. */
export async function sendVerification(
  tx: Database,
  user: { id: string; username: string; email: string },
  { city, env, now }: Pick<Services, 'city' | 'env' | 'now'>,
): Promise<void> {
  await dropLinkTokens(tx, user.id, 'verify-email');
  const token = await makeLinkToken(tx, { userId: user.id, purpose: 'verify-email', now: now() });
  const letter = layOutLetter(city, env, {
    subject: `Confirm your email for ${city.facts.name}`,
    parts: [
      `Hello ${withoutLinks(user.username)},`,
      `Somebody, we hope you, made an account with this address on the ${city.facts.name}, ${city.facts.region} business directory. Please confirm that the address is yours:`,
      { label: 'Confirm my email', url: `${env.siteUrl}/verify-email?token=${token}` },
      'The link works for a week. If it was not you, do nothing: nobody can use your address without opening this link.',
    ],
  });
  await enqueue(tx, sendMail, { to: user.email, ...letter });
}
