import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const Ad = z.object({
  id: z.string(),
  slot: z.enum(['banner', 'sidebar']),
  title: z.string(),
  text: z.string(),
  label: z.string(),
  url: z.string(),
  imageUrl: z.nullable(z.string()),
  /** The picture's text alternative; '' for decoration. */
  imageAlt: z.string(),
});
export type Ad = z.infer<typeof Ad>;

export const listAds = endpoint({
  method: 'GET',
  path: '/api/ads',
  who: 'anyone',
  summary: "Today's ads of the home page, by slot; banners take turns by the minute, each as often as its weight",
  answer: z.array(Ad),
  problems: [],
});
