import type { Database } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import { writeLinkToken } from './link-token.ts';

interface ReaderLinks {
  unsubscribeUrl: string;
  preferencesUrl: string;
  confirmUrl: string;
}

/** One reader's own links. Everybody who has them can act for that reader. */
export async function readerLinks(db: Database, env: Env, subscriberId: string): Promise<ReaderLinks> {
  const token = await writeLinkToken(db, subscriberId);
  const confirmToken = await writeLinkToken(db, subscriberId, 'confirm');
  const to = (page: string, given = token) => `${env.siteUrl}/newsletter/${page}?token=${given}`;
  return {
    unsubscribeUrl: to('unsubscribe'),
    preferencesUrl: to('preferences'),
    confirmUrl: to('confirm', confirmToken),
  };
}
