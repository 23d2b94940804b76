/** The token in the link that confirms a suggestion: its id, signed. */
import type { Database } from '#server/db/client.ts';
import { readSignedId, writeSignedId } from '#server/signed-id.ts';

export const writeSuggestionToken = (db: Database, id: string): Promise<string> =>
  writeSignedId(db, 'event-suggestion-links', id);

/** Null when we did not make the token. */
export const readSuggestionToken = (db: Database, token: string): Promise<string | null> =>
  readSignedId(db, 'event-suggestion-links', token);
