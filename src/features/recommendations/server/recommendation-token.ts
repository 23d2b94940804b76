/** The token in the link that confirms a recommendation: its id, signed. */
import type { Database } from '#server/db/client.ts';
import { readSignedId, writeSignedId } from '#server/signed-id.ts';

export const writeRecommendationToken = (db: Database, id: string): Promise<string> =>
  writeSignedId(db, 'recommendation-links', id);

/** Null when we did not make the token. */
export const readRecommendationToken = (db: Database, token: string): Promise<string | null> =>
  readSignedId(db, 'recommendation-links', token);
