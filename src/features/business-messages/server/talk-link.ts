/** The token in the link with which a visitor reads a talk and writes in it, without an account: the id of the message, signed. */
import type { Database } from '#server/db/client.ts';
import { readSignedId, writeSignedId } from '#server/signed-id.ts';

export const writeTalkToken = (db: Database, id: string): Promise<string> => writeSignedId(db, 'talk-links', id);

/** Null when we did not make the token. */
export const readTalkToken = (db: Database, token: string): Promise<string | null> =>
  readSignedId(db, 'talk-links', token);
