/** The acts of each feature on its letters when staff close a conversation, and when a reply comes. */
import { takeBusinessReply } from '#features/business-messages/server/take-reply.ts';
import { claimLetterKind } from '#features/claims/server/claim-letter-kind.ts';
import { messageLetter } from '#features/contact/server/message-letter.ts';
import type { LetterKinds } from '#features/conversations/server/letter-kinds.ts';
import type { Ways } from '#features/conversations/server/receive-mail.ts';
import { takeBounce } from '#features/newsletter/server/take-bounce.ts';
import { reportLetter } from '#features/reports/server/report-letter.ts';

export const letterKinds: LetterKinds = {
  message: messageLetter,
  report: reportLetter,
  correction: {},
  claim: claimLetterKind,
  listing: {},
};

/** All that takes a reply by mail. */
export const mailWays: Ways = { kinds: letterKinds, others: takeBusinessReply, bounces: takeBounce };
