/** Every mail to visitors, owners and readers whose words staff may change. Mails to staff keep theirs. */

import { guardedEmailMails } from '#features/accounts/server/guarded-email-texts.ts';
import { accountMails } from '#features/accounts/server/letters.ts';
import { newDeviceMail } from '#features/accounts/server/new-device-letter.ts';
import { secondFactorMails } from '#features/accounts/server/second-factor-letter.ts';
import { verificationMail } from '#features/accounts/server/send-verification.ts';
import { reviewMails } from '#features/approvals/server/review-texts.ts';
import { undoMails } from '#features/approvals/server/undo-texts.ts';
import { renewalMail } from '#features/billing/server/renewal-letters.ts';
import { subscriptionMails } from '#features/billing/server/subscription-texts.ts';
import { actMails } from '#features/billing-desk/server/act-texts.ts';
import { messageMails } from '#features/business-messages/server/message-texts.ts';
import { receivedSeveralMail } from '#features/businesses/server/many-submissions.ts';
import { ownVisibilityMails } from '#features/businesses/server/own-visibility-letters.ts';
import { receivedMail } from '#features/businesses/server/received-letter.ts';
import { staffEditMail } from '#features/businesses/server/staff-edit-letter.ts';
import { visibilityMails } from '#features/businesses/server/visibility-letters.ts';
import { claimMails } from '#features/claims/server/claim-texts.ts';
import { handOverMails } from '#features/claims/server/hand-over-texts.ts';
import { planChangeMails } from '#features/claims/server/plan-change-letters.ts';
import { correctionMails } from '#features/corrections/server/correction-letters.ts';
import { suggestionMails } from '#features/events/server/suggestion-letters.ts';
import { keptMail } from '#features/leaving/server/kept-letter.ts';
import { leavingMails } from '#features/leaving/server/leaving-letters.ts';
import { requestMails } from '#features/leaving/server/request-letters.ts';
import { orderMails } from '#features/listing-orders/server/order-texts.ts';
import { listingQuestionMail } from '#features/listing-questions/server/question-mail.ts';
import { managerMails } from '#features/managers/server/manager-texts.ts';
import { confirmMail, returnMail } from '#features/newsletter/server/confirm-letter.ts';
import { welcomeMail } from '#features/newsletter/server/welcome-letter.ts';
import { announcementMails } from '#features/owner-posts/server/post-letters.ts';
import { purchaseMail } from '#features/premium/server/purchase-letter.ts';
import { recommendationMails } from '#features/recommendations/server/recommendation-letters.ts';
import { staffDeclinedMail, staffInvitationMail } from '#features/staff-invitations/server/invitation-mail.ts';
import { monthlyMail } from '#features/statistics/server/monthly-letter.ts';
import type { MailDefinition } from '#server/mail/mail-text.ts';

export const mailTexts: readonly MailDefinition[] = [
  verificationMail,
  ...accountMails,
  newDeviceMail,
  ...secondFactorMails,
  ...guardedEmailMails,
  staffInvitationMail,
  staffDeclinedMail,
  ...leavingMails,
  keptMail,
  ...requestMails,
  receivedMail,
  receivedSeveralMail,
  ...reviewMails,
  ...undoMails,
  staffEditMail,
  listingQuestionMail,
  ...visibilityMails,
  ...ownVisibilityMails,
  ...managerMails,
  ...announcementMails,
  monthlyMail,
  ...messageMails,
  ...correctionMails,
  ...claimMails,
  ...planChangeMails,
  ...handOverMails,
  purchaseMail,
  ...subscriptionMails,
  renewalMail,
  ...actMails,
  ...orderMails,
  ...recommendationMails,
  ...suggestionMails,
  welcomeMail,
  returnMail,
  confirmMail,
];
