/** Endpoints for staff who work on reports. Apart from contract.ts, so that public pages do not load it. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { allReportReasons } from './report-reasons.ts';

export const StaffReport = z.object({
  id: z.string(),
  reason: z.enum(Object.keys(allReportReasons) as (keyof typeof allReportReasons)[]),
  text: z.string(),
  /** Null when the visitor wants no answer. */
  email: z.nullable(z.string()),
  createdAt: z.string(),
  resolvedAt: z.nullable(z.string()),
  /** The words that the report is about. */
  recommendation: z.nullable(z.object({ name: z.string(), text: z.string() })),
  business: z.object({ id: z.string(), slug: z.string(), name: z.string(), status: z.string() }),
});
export type StaffReport = z.infer<typeof StaffReport>;

export const listReports = endpoint({
  method: 'GET',
  path: '/api/staff/reports',
  who: 'staff',
  rights: ['moderator'],
  summary: 'What visitors say is wrong with entries, newest first, 50 at a time; the Link header leads on',
  query: z.object({ state: z._default(z.enum(['open', 'done']), 'open'), cursor: z.optional(z.guid()) }),
  answer: z.array(StaffReport),
  problems: [],
});

export const markReport = endpoint({
  method: 'PUT',
  path: '/api/staff/reports/{id}',
  who: 'staff',
  rights: ['moderator'],
  summary: 'Notes that a report is resolved, or is not',
  params: z.object({ id: z.guid() }),
  body: z.object({ resolved: z.boolean() }),
  answer: StaffReport,
  problems: ['not_found', 'conflict'],
});
