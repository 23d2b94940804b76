import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { type ReportReason, reportReasons } from '#shared/report-reasons.ts';

export const reportSentMessage = 'Thank you. We will look into it.';

export const ReportForm = z.object({
  reason: z.enum(Object.keys(reportReasons) as [ReportReason, ...ReportReason[]], 'Please choose a reason'),
  text: z._default(z.string().check(z.trim(), z.maxLength(2000, 'Please keep it under 2,000 characters')), ''),
  email: z.optional(z.union([z.literal(''), z.email('Please enter a valid email address').check(z.maxLength(254))])),
});

export const reportBusiness = endpoint({
  method: 'POST',
  path: '/api/businesses/{slug}/reports',
  who: 'anyone',
  limit: 'reports',
  creates: true,
  summary: "Tells staff that something is wrong with a business's entry",
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  body: ReportForm,
  answer: z.object({ message: z.string() }),
  status: 201,
  problems: ['not_found'],
});
