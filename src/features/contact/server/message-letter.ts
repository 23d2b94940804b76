import { eq } from 'drizzle-orm';
import type { LetterKind } from '#features/conversations/server/letter-kinds.ts';
import type { Database } from '#server/db/client.ts';
import { contactMessages } from '#server/db/schema/index.ts';

const setDone = async (tx: Database, id: string, answeredAt: Date | null) => {
  await tx.update(contactMessages).set({ answeredAt }).where(eq(contactMessages.id, id));
};

/** A message waits again when its sender writes back. */
export const messageLetter: LetterKind = {
  setDone,
  onReply: async (tx, { id }) => {
    await setDone(tx, id, null);
    return false;
  },
};
