/** The acts of each feature on its letters when staff close a conversation, and when a reply comes. */
import { claimLetterKind } from '#features/claims/server/claim-letter-kind.ts';
import { messageLetter } from '#features/contact/server/message-letter.ts';
import type { LetterKinds } from '#features/conversations/server/letter-kinds.ts';
import { reportLetter } from '#features/reports/server/report-letter.ts';

export const letterKinds: LetterKinds = {
  message: messageLetter,
  report: reportLetter,
  correction: {},
  claim: claimLetterKind,
};

/** All that takes a reply by mail. */
export const mailWays = { kinds: letterKinds, others: async () => null };
