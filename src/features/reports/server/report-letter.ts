import { eq } from 'drizzle-orm';
import type { LetterKind } from '#features/conversations/server/letter-kinds.ts';
import type { Database } from '#server/db/client.ts';
import { reports } from '#server/db/schema/index.ts';

const setDone = async (tx: Database, id: string, resolvedAt: Date | null) => {
  await tx.update(reports).set({ resolvedAt }).where(eq(reports.id, id));
};

/** A report waits again when its sender writes back. */
export const reportLetter: LetterKind = {
  setDone,
  onReply: async (tx, { id }) => {
    await setDone(tx, id, null);
    return false;
  },
};
