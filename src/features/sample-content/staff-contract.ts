/** The made-up content with which a new site may begin, and its removal. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const sampleKinds = ['business', 'event', 'article', 'ad', 'person'] as const;
export type SampleKind = (typeof sampleKinds)[number];

const KeptRow = z.object({
  kind: z.enum(sampleKinds),
  id: z.string(),
  name: z.string(),
  reason: z.enum(['changed', 'worked-on', 'in-use', 'owner-active']),
});
export type KeptRow = z.infer<typeof KeptRow>;

const Count = z.number();
export const SampleContent = z.object({
  /** Rows that will be removed, or were removed. */
  removes: z.object({ business: Count, event: Count, article: Count, ad: Count, person: Count }),
  /** Rows that people have worked on, with the reason why they stay: the first 100. */
  keeps: z.array(KeptRow),
  keepsInAll: z.number(),
  /** True when strangers can reach the site and may take made-up content for real. */
  isPublic: z.boolean(),
});
export type SampleContent = z.infer<typeof SampleContent>;

export const reasonTexts: Record<KeptRow['reason'], string> = {
  changed: 'somebody has changed it',
  'worked-on': 'staff have worked on it',
  'in-use': 'something of other people belongs to it',
  'owner-active': 'its owner’s account is in use',
};

export const getSampleContent = endpoint({
  method: 'GET',
  path: '/api/staff/sample-content',
  who: 'staff',
  rights: ['administrator'],
  summary: 'How much made-up content is on the site, and what of it people have touched',
  answer: SampleContent,
  problems: [],
});

export const removeSampleContent = endpoint({
  method: 'POST',
  path: '/api/staff/sample-content/removal',
  who: 'staff',
  rights: ['administrator'],
  summary: 'Takes the made-up content out, leaving what people have touched',
  answer: SampleContent,
  problems: [],
});

/** '41 businesses, 1 event and 9 ads'; '' when all counts are 0. */
export function countsInWords(removes: SampleContent['removes']): string {
  const words: Record<SampleKind, [string, string]> = {
    business: ['business', 'businesses'],
    event: ['event', 'events'],
    article: ['article', 'articles'],
    ad: ['ad', 'ads'],
    person: ['sample owner', 'sample owners'],
  };
  const parts = sampleKinds
    .filter((kind) => removes[kind] > 0)
    .map((kind) => `${removes[kind]} ${words[kind][removes[kind] === 1 ? 0 : 1]}`);
  return new Intl.ListFormat('en-US').format(parts);
}
