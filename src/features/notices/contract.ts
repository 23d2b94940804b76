import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const severities = ['info', 'warning', 'emergency'] as const;
export type Severity = (typeof severities)[number];

/** A bar above every page, as visitors see it. */
export const Notice = z.object({
  id: z.string(),
  severity: z.enum(severities),
  text: z.string(),
  /** A page of this site or a web address; null for a notice without a link. */
  url: z.nullable(z.string()),
  /** The words of the link; null: the usual ones. */
  label: z.nullable(z.string()),
  startsAt: z.string(),
  /** Null: until staff take it down. */
  endsAt: z.nullable(z.string()),
  version: z.number(),
});
export type Notice = z.infer<typeof Notice>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  who: 'anyone',
  summary: 'The notices that stand above every page now, the most severe first',
  answer: z.array(Notice),
  problems: [],
});
