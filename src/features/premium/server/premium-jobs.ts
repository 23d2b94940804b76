import * as z from 'zod/mini';
import { type BoundJob, bindJob } from '#server/jobs/bind-job.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { derivePremiumJob, refreshPremium } from './derive-premium.ts';

/**
 * Every few minutes: premium ends by the clock, without an event. Checks all businesses, so that nothing
 * stays wrong for long.
 */
export const expirePremium = defineJob('expire-premium', z.object({}), { isSingleton: true, keepDays: 1 });

export const premiumJobs: readonly BoundJob[] = [
  bindJob(derivePremiumJob, ({ ownerId, businessId }, { db, now }) => {
    if (ownerId !== undefined) return refreshPremium(db, { ownerId }, now());
    return refreshPremium(db, businessId === undefined ? 'all' : { businessId }, now());
  }),
  bindJob(expirePremium, (_, { db, now }) => refreshPremium(db, 'all', now())),
];
