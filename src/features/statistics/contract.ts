/** The counts of a listing, and how its owner reads them. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/** Actions of visitors on a listing's page. */
const listingActs = ['view', 'phone', 'website', 'map', 'share'] as const;
export type ListingAct = (typeof listingActs)[number];

const params = z.object({ id: z.guid() });

export const countListing = endpoint({
  method: 'POST',
  path: '/api/businesses/{id}/counts',
  who: 'anyone',
  csrf: 'origin',
  summary:
    'Counts that a visitor saw a listing or used its phone number, website, map or share button; no cookie, no address is kept. Robots, staff and the owner are left out',
  params,
  body: z.object({ what: z.enum(listingActs) }),
  answer: z.object({}),
  status: 202,
  problems: [],
});

export const countSearch = endpoint({
  method: 'POST',
  path: '/api/businesses/search-counts',
  who: 'anyone',
  csrf: 'origin',
  summary: 'Counts, for the listings that a search found first, what was searched; nothing of who did is kept',
  query: z.object({ search: z.string().check(z.maxLength(200)) }),
  body: z.object({ what: z.literal('view') }),
  answer: z.object({}),
  status: 202,
  problems: [],
});

const periods = ['30-days', '12-months'] as const;
export type Period = (typeof periods)[number];

const Numbers = z.object({
  views: z.number(),
  phone: z.number(),
  website: z.number(),
  map: z.number(),
  share: z.number(),
});
export type Numbers = z.infer<typeof Numbers>;

const ListingPlace = z.object({
  /** 1 is the first. Equals share a place. */
  rank: z.number(),
  of: z.number(),
  categoryName: z.string(),
  /** Views that half of them had or more, with and without Premium; null where one of both kinds has too few listings to say. */
  usual: z.nullable(z.object({ premium: z.number(), others: z.number() })),
});
export type ListingPlace = z.infer<typeof ListingPlace>;

export const Statistics = z.object({
  business: z.object({ id: z.string(), slug: z.string(), name: z.string(), isPremium: z.boolean() }),
  period: z.enum(periods),
  /** Each day ('2026-07-04') or month ('2026-07') up to now, oldest first. */
  parts: z.array(z.extend(Numbers, { part: z.string() })),
  total: Numbers,
  /** The period of the same length before this one; null without Premium. */
  before: z.nullable(Numbers),
  /** Among the listings of its category, by views of the last 30 days; null where nobody has seen it, or where it is alone. */
  place: z.nullable(ListingPlace),
  /** The searches that showed the listing, the most frequent first; null without Premium. */
  terms: z.nullable(z.array(z.object({ term: z.string(), shown: z.number() }))),
  /** True when the numbers come by mail each month; null for staff, who get none. */
  mail: z.nullable(z.boolean()),
});
export type Statistics = z.infer<typeof Statistics>;

export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/user/businesses/{id}/statistics',
  who: 'signed-in',
  summary:
    'The numbers of an own business: 30 days and its place among its kind; with Premium also 12 months, the period before and search terms',
  params,
  query: z.object({ period: z._default(z.enum(periods), '30-days') }),
  answer: Statistics,
  problems: ['forbidden', 'not_found'],
});

export const setStatisticsMail = endpoint({
  method: 'PUT',
  path: '/api/user/businesses/{id}/statistics-mail',
  who: 'signed-in',
  summary: "Whether the owner wants the listing's numbers by mail each month",
  params,
  body: z.object({ wanted: z.boolean() }),
  answer: z.object({ wanted: z.boolean() }),
  problems: ['not_found', 'conflict'],
});
