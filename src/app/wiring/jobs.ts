/** Which job is done by what, and which are queued by the clock. The worker process runs them. */
import * as z from 'zod/mini';
import { emailConfirmed } from '#features/accounts/server/email-confirmed.ts';
import { resetMailJob } from '#features/accounts/server/reset-mail-job.ts';
import { undoLetterJob } from '#features/approvals/server/tell-owner-of-undo.ts';
import { publishDue, publishDueArticles } from '#features/articles/server/publish-due.ts';
import { endSubscriptionJob } from '#features/billing/server/end-subscription.ts';
import { forgetCustomerJob } from '#features/billing/server/forget-customer.ts';
import { bindStripeJobs } from '#features/billing/server/handle-event-job.ts';
import { bindReconcileJobs, reconcileStripe, setUpStripe } from '#features/billing/server/reconcile.ts';
import { refreshSearchWords } from '#features/businesses/server/search/refresh-search-words.ts';
import { approveAfterConfirmation } from '#features/claims/server/approve-by-mailbox.ts';
import { dueClaimsJob } from '#features/claims/server/claim-jobs.ts';
import { claimJobs } from '#features/claims/server/run-claim-jobs.ts';
import { refreshOccurrences } from '#features/events/server/refresh-occurrences.ts';
import { sweepSuggestions } from '#features/events/server/suggest-event.ts';
import { boundRunImportJob } from '#features/imports/server/run-import.ts';
import { sweepImports } from '#features/imports/server/start-import.ts';
import { bindDeleteDueAccounts, deleteDueAccounts } from '#features/leaving/server/delete-due-accounts.ts';
import { followLeavingJob } from '#features/leaving/server/follow-leaving.ts';
import { newsletterClock } from '#features/newsletter/server/sending/newsletter-jobs.ts';
import { newsletterClockJob, sendNewsletterJob } from '#features/newsletter/server/sending/send-newsletter-job.ts';
import { sweepPictures } from '#features/pictures/server/sweep-pictures.ts';
import { expirePremium, premiumJobs } from '#features/premium/server/premium-jobs.ts';
import { sendStatisticsLetters } from '#features/statistics/server/monthly-letter.ts';
import { sweepCounts } from '#features/statistics/server/sweep-counts.ts';
import { sweepLimits } from '#server/http/rate-limit.ts';
import { type BoundJob, bindJob, type Schedule } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { mailJob } from '#server/mail/deliver-mail.ts';
import { beforeDeletion } from './before-deletion.ts';
import { stripeSyncs } from './stripe-sync-order.ts';

const sweepLimitsJob = defineJob('sweep-limits', z.object({}), { isSingleton: true, keepDays: 1 });
const refreshOccurrencesJob = defineJob('refresh-occurrences', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepCountsJob = defineJob('sweep-counts', z.object({}), { isSingleton: true, keepDays: 1 });
const statisticsLettersJob = defineJob('statistics-letters', z.object({}), { isSingleton: true, keepDays: 7 });
const sweepImportsJob = defineJob('sweep-imports', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepPicturesJob = defineJob('sweep-pictures', z.object({}), { isSingleton: true, keepDays: 1 });
const sweepSuggestionsJob = defineJob('sweep-suggestions', z.object({}), { isSingleton: true, keepDays: 1 });
const refreshSearchWordsJob = defineJob('refresh-search-words', z.object({}), { isSingleton: true, keepDays: 1 });

export const jobs: readonly BoundJob[] = [
  mailJob,
  resetMailJob,
  sendNewsletterJob,
  newsletterClockJob,
  boundRunImportJob,
  bindJob(sweepCountsJob, (_, run) => sweepCounts(run)),
  bindJob(statisticsLettersJob, (_, run) => sendStatisticsLetters(run)),
  bindJob(sweepImportsJob, (_, run) => sweepImports(run)),
  ...bindStripeJobs(stripeSyncs),
  endSubscriptionJob,
  forgetCustomerJob,
  bindJob(publishDue, async (_, { db, now }) => {
    await publishDueArticles(db, now());
  }),
  ...claimJobs,
  followLeavingJob,
  bindDeleteDueAccounts(beforeDeletion),
  undoLetterJob,
  ...bindReconcileJobs(stripeSyncs),
  ...premiumJobs,
  bindJob(emailConfirmed, ({ userId }, run) => approveAfterConfirmation(userId, run)),
  bindJob(sweepLimitsJob, async (_, { db, now }) => {
    await sweepLimits(db, now());
  }),
  bindJob(refreshOccurrencesJob, (_, { db, city, now }) => refreshOccurrences(db, now(), city.facts.timeZone)),
  bindJob(sweepPicturesJob, (_, run) => sweepPictures(run)),
  bindJob(sweepSuggestionsJob, (_, { db, now }) => sweepSuggestions(db, now())),
  bindJob(refreshSearchWordsJob, (_, { db }) => refreshSearchWords(db)),
];

export const schedules: readonly Schedule[] = [
  // Each article has a job for its moment; this one catches what that job missed.
  { job: publishDue, cron: '* * * * *' },
  { job: newsletterClock, cron: '* * * * *' },
  { job: sweepLimitsJob, cron: '7 * * * *' },
  { job: dueClaimsJob, cron: '17 * * * *' },
  { job: deleteDueAccounts, cron: '*/5 * * * *' },
  { job: expirePremium, cron: '*/5 * * * *' },
  { job: reconcileStripe, cron: '37 * * * *' },
  { job: refreshOccurrencesJob, cron: '23 8 * * *' },
  { job: sweepCountsJob, cron: '31 9 * * *' },
  // Each day, so that a machine that was off on the first of the month is only late.
  { job: statisticsLettersJob, cron: '3 15 * * *' },
  { job: sweepImportsJob, cron: '11 9 * * *' },
  { job: sweepPicturesJob, cron: '51 9 * * *' },
  { job: sweepSuggestionsJob, cron: '31 8 * * *' },
  { job: refreshSearchWordsJob, cron: '41 8 * * *' },
];

/** Queued whenever a worker starts: the site may have been away for long, or be new. */
export const startJobs: readonly Schedule['job'][] = [setUpStripe, reconcileStripe];
