/** Endpoints for staff who work on issues. Apart from contract.ts, so that public pages do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Blocks, Topic } from './blocks.ts';

const issueStatuses = ['draft', 'scheduled', 'sending', 'paused', 'sent'] as const;

export const IssueCounts = z.object({
  /** All readers whom it is or was meant for. */
  recipients: z.number(),
  waiting: z.number(),
  sent: z.number(),
  /** Refused by a mail server, or given up after retries. */
  failed: z.number(),
  /** Not tried: unsubscribed or suppressed. */
  suppressed: z.number(),
  /** Unsubscribed after this issue. */
  unsubscribed: z.number(),
});
export type IssueCounts = z.infer<typeof IssueCounts>;

export const IssueSummary = z.object({
  id: z.string(),
  subject: z.string(),
  status: z.enum(issueStatuses),
  updatedAt: z.string(),
  scheduledAt: z.nullable(z.string()),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** Why it is paused, or the mail server's message. */
  trouble: z.nullable(z.string()),
  /** The slug of its page in the archive. */
  slug: z.nullable(z.string()),
  counts: IssueCounts,
});
export type IssueSummary = z.infer<typeof IssueSummary>;

export const NamedItem = z.object({
  /** An id; for events the id, a space and the time. */
  key: z.string(),
  title: z.string(),
  detail: z.string(),
});
export type NamedItem = z.infer<typeof NamedItem>;

export const Issue = z.extend(IssueSummary, {
  preheader: z.string(),
  topics: z.array(Topic),
  blocks: Blocks,
  /** The items that the blocks name; a missing one is no longer public. */
  items: z.array(NamedItem),
  version: z.number(),
  /** Null when no test mail was sent since the last change. */
  testedAt: z.nullable(z.string()),
  /** It was sent just now: it goes out within a minute, and can be called back until then. */
  goesOutSoon: z.boolean(),
  /** The number of readers who would get it now. */
  audience: z.number(),
});
export type Issue = z.infer<typeof Issue>;

const Id = z.object({ id: z.guid() });

/** The fields of the editor. */
export const IssueForm = z.object({
  subject: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please write a subject'),
      z.maxLength(150, 'A subject must be at most 150 characters'),
    ),
  preheader: z.string().check(z.trim(), z.maxLength(200, 'The preview line must be at most 200 characters')),
  topics: z.array(Topic).check(z.minLength(1, 'Choose at least one topic'), z.maxLength(2)),
  blocks: Blocks,
});
export type IssueForm = z.infer<typeof IssueForm>;

export const listIssues = endpoint({
  method: 'GET',
  path: '/api/staff/newsletter/issues',
  who: 'staff',
  rights: ['editor'],
  summary: 'Issues of the newsletter, newest first, 30 at a time; the Link header leads on',
  query: z.object({ cursor: z.optional(z.guid()) }),
  answer: z.array(IssueSummary),
  problems: [],
});

export const createIssue = endpoint({
  method: 'POST',
  path: '/api/staff/newsletter/issues',
  who: 'staff',
  rights: ['editor'],
  creates: true,
  summary: 'Begins an issue: empty, or drafted from what is new since the last one',
  body: z.object({ from: z.enum(['nothing', 'week']) }),
  answer: Issue,
  status: 201,
  problems: [],
});

export const getIssue = endpoint({
  method: 'GET',
  path: '/api/staff/newsletter/issues/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'One issue with its blocks',
  params: Id,
  answer: Issue,
  problems: ['not_found'],
});

export const saveIssue = endpoint({
  method: 'PUT',
  path: '/api/staff/newsletter/issues/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Saves a draft; `version` is the one that was read',
  params: Id,
  body: z.extend(IssueForm, { version: z.int() }),
  answer: Issue,
  problems: ['not_found', 'conflict'],
});

export const deleteIssue = endpoint({
  method: 'DELETE',
  path: '/api/staff/newsletter/issues/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Throws a draft away',
  params: Id,
  answer: z.object({}),
  problems: ['not_found', 'conflict'],
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/staff/newsletter/issues/{id}/test',
  who: 'staff',
  rights: ['editor'],
  limit: 'newsletter-tests',
  summary: 'Mails the issue to the member of staff who asks',
  params: Id,
  answer: z.object({ to: z.string() }),
  problems: ['not_found'],
});

const Version = z.object({ version: z.int() });

export const scheduleIssue = endpoint({
  method: 'POST',
  path: '/api/staff/newsletter/issues/{id}/schedule',
  who: 'staff',
  rights: ['editor'],
  summary: "Sends it later; `at` is a time on the city's clock",
  params: Id,
  body: z.extend(Version, {
    at: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Please choose a day and a time')),
  }),
  answer: Issue,
  problems: ['not_found', 'conflict'],
});

export const unscheduleIssue = endpoint({
  method: 'POST',
  path: '/api/staff/newsletter/issues/{id}/unschedule',
  who: 'staff',
  rights: ['editor'],
  summary: 'Makes it a draft again',
  params: Id,
  answer: Issue,
  problems: ['not_found', 'conflict'],
});

export const sendIssue = endpoint({
  method: 'POST',
  path: '/api/staff/newsletter/issues/{id}/send',
  who: 'staff',
  rights: ['editor'],
  summary: 'Sends it in a minute to everybody who wants one of its topics; until then unschedule calls it back',
  params: Id,
  body: Version,
  answer: Issue,
  problems: ['not_found', 'conflict'],
});

export const pauseIssue = endpoint({
  method: 'POST',
  path: '/api/staff/newsletter/issues/{id}/pause',
  who: 'staff',
  rights: ['editor'],
  summary: 'Stops after the mail that is on its way',
  params: Id,
  answer: IssueSummary,
  problems: ['not_found', 'conflict'],
});

export const resumeIssue = endpoint({
  method: 'POST',
  path: '/api/staff/newsletter/issues/{id}/resume',
  who: 'staff',
  rights: ['editor'],
  summary: 'Goes on with those who have not got it',
  params: Id,
  answer: IssueSummary,
  problems: ['not_found', 'conflict'],
});

export const getProgress = endpoint({
  method: 'GET',
  path: '/api/staff/newsletter/issues/{id}/progress',
  who: 'staff',
  rights: ['editor'],
  summary: 'How far the sending is',
  params: Id,
  answer: IssueSummary,
  problems: ['not_found'],
});

export const listFailures = endpoint({
  method: 'GET',
  path: '/api/staff/newsletter/issues/{id}/failures',
  who: 'staff',
  rights: ['editor'],
  summary: 'Who did not get it, and what their mail server said; 50 at a time, the Link header leads on',
  params: Id,
  query: z.object({ cursor: z.optional(z.guid()) }),
  answer: z.array(
    z.object({ id: z.string(), email: z.nullable(z.string()), answer: z.string(), attempts: z.number() }),
  ),
  problems: ['not_found'],
});

export const listChoices = endpoint({
  method: 'GET',
  path: '/api/staff/newsletter/choices',
  who: 'staff',
  rights: ['editor'],
  summary: 'What a block may show: approved businesses, coming events or live articles, the newest or next first',
  query: z.object({
    kind: z.enum(['businesses', 'events', 'articles']),
    search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  }),
  answer: z.array(NamedItem),
  problems: [],
});

const Pace = z
  .int('Please write a whole number')
  .check(z.minimum(1, 'At least 1 a minute'), z.maximum(60_000, 'At most 60,000 a minute'));

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/staff/newsletter/settings',
  who: 'staff',
  rights: ['editor'],
  summary: 'The pace of sending, and what a mail service needs to report bounces',
  answer: z.object({ mailsPerMinute: z.number(), bounceUrl: z.string(), bounceSecret: z.string() }),
  problems: [],
});

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/staff/newsletter/settings',
  who: 'staff',
  rights: ['editor'],
  summary: 'Sets the pace of sending',
  body: z.object({ mailsPerMinute: Pace }),
  answer: z.object({ mailsPerMinute: z.number() }),
  problems: [],
});
