/** The check-up of the site, as `npm run doctor` prints it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

const Check = z.object({
  name: z.string(),
  /** 'note': worth knowing, or something that only a person can check. */
  state: z.enum(['right', 'note', 'wrong']),
  text: z.string(),
  /** The page of the staff area that has more. */
  page: z.optional(z.string()),
});
export type SiteCheck = z.infer<typeof Check>;

export const runSiteChecks = endpoint({
  method: 'POST',
  path: '/api/staff/checks',
  who: 'staff',
  rights: ['administrator'],
  limit: 'site-checks',
  summary: 'Checks settings, mail, backups, disk, clock, queue and webhooks; takes up to 10 seconds',
  answer: z.array(Check),
  problems: [],
});

export const getSiteWarnings = endpoint({
  method: 'GET',
  path: '/api/staff/warnings',
  who: 'staff',
  rights: ['administrator'],
  summary: 'A disk that is nearly full, backups that failed or are old; usually nothing',
  answer: z.array(Check),
  problems: [],
});
