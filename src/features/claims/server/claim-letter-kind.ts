import type { LetterKind } from '#features/conversations/server/letter-kinds.ts';
import { noteReply } from './ask-claimant.ts';

/** A claim that waits for its claimant goes on when the reply comes by mail. */
export const claimLetterKind: LetterKind = {
  onReply: (tx, { id, fromAddress }, services) => noteReply(tx, id, services, fromAddress),
};
