/** The handler of each job, and the schedule. The worker process runs them. */
import * as z from 'zod/mini';
import { carryOutEmailChanges } from '#features/accounts/server/carry-out-email-changes.ts';
import { resetMailJob } from '#features/accounts/server/reset-mail-job.ts';
import { sweepAccounts } from '#features/accounts/server/sweep-accounts.ts';
import { undoLetterJob } from '#features/approvals/server/tell-owner-of-undo.ts';
import { publishDue, publishDueArticles } from '#features/articles/server/publish-due.ts';
import { sweepActs } from '#features/audit/server/note-act.ts';
import { closePaymentPageJob } from '#features/billing/server/close-payment-page.ts';
import { endSubscriptionJob } from '#features/billing/server/end-subscription.ts';
import { forgetCustomerJob } from '#features/billing/server/forget-customer.ts';
import { giveBackOfBannedJob } from '#features/billing/server/give-back-of-banned.ts';
import { bindStripeJobs } from '#features/billing/server/handle-event-job.ts';
import { bindReconcileJobs, reconcileStripe, setUpStripe } from '#features/billing/server/reconcile.ts';
import { sendRenewalLetters } from '#features/billing/server/renewal-letters.ts';
import { stopCollectingJob } from '#features/billing/server/stop-collecting.ts';
import { endPlansOfBannedJob, settleCardPlanJob } from '#features/billing-desk/server/end-card-plan.ts';
import { sendPlanEndLetters } from '#features/billing-desk/server/given-plans.ts';
import { carryOutMoneyActJob } from '#features/billing-desk/server/pending-acts.ts';
import { sweepBusinessMessages } from '#features/business-messages/server/sweep-business-messages.ts';
import { severalLetterJob } from '#features/businesses/server/many-submissions.ts';
import { forgetPictureJob } from '#features/businesses/server/removed-pictures.ts';
import { staffEditLetterJob } from '#features/businesses/server/staff-edit-letter.ts';
import { dueClaimsJob } from '#features/claims/server/claim-jobs.ts';
import { claimJobs } from '#features/claims/server/run-claim-jobs.ts';
import { sweepMessages } from '#features/contact/server/sweep-messages.ts';
import { bindFetchMail, fetchMailJob } from '#features/conversations/server/fetch-mail.ts';
import { sweepTalks } from '#features/conversations/server/last-word.ts';
import { sweepCorrections } from '#features/corrections/server/sweep-corrections.ts';
import { refreshOccurrences } from '#features/events/server/refresh-occurrences.ts';
import { sweepSuggestions } from '#features/events/server/suggest-event.ts';
import { boundRunImportJob } from '#features/imports/server/run-import.ts';
import { sweepImports } from '#features/imports/server/start-import.ts';
import { bindDeleteDueAccounts, deleteDueAccounts } from '#features/leaving/server/delete-due-accounts.ts';
import { followLeavingJob } from '#features/leaving/server/follow-leaving.ts';
import { sweepUnconfirmed } from '#features/leaving/server/sweep-unconfirmed.ts';
import { sendPremiumEndLetters } from '#features/listing-orders/server/premium-end-letters.ts';
import { sweepInvitations } from '#features/managers/server/invite.ts';
import { newsletterClock } from '#features/newsletter/server/sending/newsletter-jobs.ts';
import { newsletterClockJob, sendNewsletterJob } from '#features/newsletter/server/sending/send-newsletter-job.ts';
import { sweepRecipients } from '#features/newsletter/server/sending/sweep-recipients.ts';
import { subscribeReaderJob } from '#features/newsletter/server/subscribe.ts';
import { sweepPictures } from '#features/pictures/server/sweep-pictures.ts';
import { expirePremium, premiumJobs } from '#features/premium/server/premium-jobs.ts';
import { sweepRecommendations } from '#features/recommendations/server/recommend-business.ts';
import { sweepReports } from '#features/reports/server/sweep-reports.ts';
import { sweepStaffInvitations } from '#features/staff-invitations/server/invite-colleague.ts';
import { sendStatisticsLetters } from '#features/statistics/server/monthly-letter.ts';
import { sweepCounts } from '#features/statistics/server/sweep-counts.ts';
import { refreshSearchWords } from '#server/db/refresh-search-words.ts';
import { sweepCarriedOut } from '#server/http/carry-out-once.ts';
import { sweepLimits } from '#server/http/rate-limit.ts';
import { type BoundJob, bindJob, type Schedule } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { mailJob } from '#server/mail/deliver-mail.ts';
import { sweepSecurityLog } from '#server/security-log.ts';
import { beforeDeletion } from './before-deletion.ts';
import { followMailboxJob } from './follow-mailbox.ts';
import { mailWays } from './letter-kinds.ts';
import { backupClock, scheduledBackupJob } from './scheduled-backups.ts';
import { stripeSyncs } from './stripe-sync-order.ts';

const sweepLimitsJob = defineJob('sweep-limits', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepCarriedOutJob = defineJob('sweep-carried-out', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepSecurityLogJob = defineJob('sweep-security-log', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepLettersJob = defineJob('sweep-letters', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepRecipientsJob = defineJob('sweep-recipients', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepUnconfirmedJob = defineJob('sweep-unconfirmed', z.object({}), { isSingleton: true, keepDays: 1 });
const refreshOccurrencesJob = defineJob('refresh-occurrences', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepCountsJob = defineJob('sweep-counts', z.object({}), { isSingleton: true, keepDays: 1 });
const statisticsLettersJob = defineJob('statistics-letters', z.object({}), { isSingleton: true, keepDays: 7 });
const sweepAccountsJob = defineJob('sweep-accounts', z.object({}), { isSingleton: true, keepDays: 1 });
const emailChangesJob = defineJob('guarded-email-changes', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepImportsJob = defineJob('sweep-imports', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepPicturesJob = defineJob('sweep-pictures', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepSuggestionsJob = defineJob('sweep-suggestions', z.object({}), { isSingleton: true, keepDays: 1 });
const premiumEndLettersJob = defineJob('premium-end-letters', z.object({}), { isSingleton: true, keepDays: 7 });
const renewalLettersJob = defineJob('renewal-letters', z.object({}), { isSingleton: true, keepDays: 7 });
const refreshSearchWordsJob = defineJob('refresh-search-words', z.object({}), { isSingleton: true, keepDays: 1 });

export const jobs: readonly BoundJob[] = [
  mailJob,
  resetMailJob,
  subscribeReaderJob,
  sendNewsletterJob,
  newsletterClockJob,
  boundRunImportJob,
  bindJob(sweepCountsJob, (_, run) => sweepCounts(run)),
  bindJob(statisticsLettersJob, (_, run) => sendStatisticsLetters(run)),
  bindJob(sweepAccountsJob, async (_, { db, now }) => {
    await sweepAccounts(db, now());
    await sweepInvitations(db, now());
    await sweepStaffInvitations(db, now());
  }),
  bindJob(emailChangesJob, (_, run) => carryOutEmailChanges(run)),
  bindJob(sweepImportsJob, (_, run) => sweepImports(run)),
  ...bindStripeJobs(stripeSyncs),
  endSubscriptionJob,
  stopCollectingJob,
  closePaymentPageJob,
  giveBackOfBannedJob,
  carryOutMoneyActJob,
  settleCardPlanJob,
  endPlansOfBannedJob,
  forgetCustomerJob,
  forgetPictureJob,
  bindJob(publishDue, async (_, { db, now }) => {
    await publishDueArticles(db, now());
  }),
  ...claimJobs,
  followLeavingJob,
  bindDeleteDueAccounts(beforeDeletion),
  undoLetterJob,
  staffEditLetterJob,
  severalLetterJob,
  ...bindReconcileJobs(stripeSyncs),
  ...premiumJobs,
  followMailboxJob,
  bindJob(sweepLimitsJob, async (_, { db, now }) => {
    await sweepLimits(db, now());
    await sweepActs(db, now());
  }),
  bindJob(sweepCarriedOutJob, (_, { db, now }) => sweepCarriedOut(db, now())),
  bindJob(sweepSecurityLogJob, (_, { db, now }) => sweepSecurityLog(db, now())),
  bindJob(refreshOccurrencesJob, (_, { db, city, now }) => refreshOccurrences(db, now(), city.facts.timeZone)),
  bindJob(sweepPicturesJob, (_, run) => sweepPictures(run)),
  bindJob(sweepSuggestionsJob, async (_, { db, now }) => {
    await sweepSuggestions(db, now());
    await sweepRecommendations(db, now());
  }),
  bindJob(sweepLettersJob, async (_, { db, now }) => {
    const sweeps = [sweepMessages, sweepReports, sweepCorrections, sweepBusinessMessages, sweepTalks];
    for (const sweep of sweeps) await sweep(db, now());
  }),
  bindJob(sweepRecipientsJob, (_, { db, now }) => sweepRecipients(db, now())),
  bindJob(sweepUnconfirmedJob, (_, run) => sweepUnconfirmed(run, beforeDeletion)),
  bindJob(premiumEndLettersJob, async (_, run) => {
    await sendPremiumEndLetters(run);
    await sendPlanEndLetters(run);
  }),
  bindJob(renewalLettersJob, (_, run) => sendRenewalLetters(run)),
  bindJob(refreshSearchWordsJob, (_, { db }) => refreshSearchWords(db)),
  scheduledBackupJob,
  bindFetchMail(mailWays),
];

export const schedules: readonly Schedule[] = [
  // Each article has a job for its moment; this one catches what that job missed.
  { job: publishDue, cron: '* * * * *' },
  { job: newsletterClock, cron: '* * * * *' },
  { job: fetchMailJob, cron: '* * * * *' },
  { job: sweepCarriedOutJob, cron: '27 * * * *' },
  { job: sweepLimitsJob, cron: '7 * * * *' },
  { job: dueClaimsJob, cron: '17 * * * *' },
  { job: backupClock, cron: '* * * * *' },
  { job: emailChangesJob, cron: '*/5 * * * *' },
  { job: deleteDueAccounts, cron: '*/5 * * * *' },
  { job: expirePremium, cron: '*/5 * * * *' },
  { job: reconcileStripe, cron: '37 * * * *' },
  { job: premiumEndLettersJob, cron: '47 * * * *' },
  { job: renewalLettersJob, cron: '57 * * * *' },
  { job: refreshOccurrencesJob, cron: '23 8 * * *' },
  { job: sweepCountsJob, cron: '31 9 * * *' },
  // Each day, so that a machine that was off on the first of the month is only late.
  { job: statisticsLettersJob, cron: '3 15 * * *' },
  { job: sweepAccountsJob, cron: '21 9 * * *' },
  { job: sweepImportsJob, cron: '11 9 * * *' },
  { job: sweepPicturesJob, cron: '51 9 * * *' },
  { job: sweepSecurityLogJob, cron: '41 9 * * *' },
  { job: sweepSuggestionsJob, cron: '31 8 * * *' },
  { job: sweepLettersJob, cron: '21 8 * * *' },
  { job: sweepRecipientsJob, cron: '1 8 * * *' },
  { job: sweepUnconfirmedJob, cron: '11 8 * * *' },
  { job: refreshSearchWordsJob, cron: '41 8 * * *' },
];

/** Queued whenever a worker starts: the site may have been away for long, or be new. */
export const startJobs: readonly Schedule['job'][] = [setUpStripe, reconcileStripe];
