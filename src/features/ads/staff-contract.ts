/**
 * Endpoints for staff who work on ads, and for counting. Apart from contract.ts, so that public pages do not
 * load it.
 */

import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { isLinkTarget } from '#shared/link-target.ts';
import { Ad } from './contract.ts';

const words = (maxLength: number, empty: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, empty), z.maxLength(maxLength, `Please use at most ${maxLength} characters`));

/** A path of this site or a web address, with the city pack's rules. */
const target = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500, 'This address is too long'),
    z.refine(isLinkTarget, 'Please enter a web address (https://…) or a page of this site (/contact)'),
  );

/** A picture that was uploaded here; others are refused. */
const ownPicture = z.string().check(z.regex(/^\/media\/(u|city)\/[\w-]+\.\d+x\d+\.webp$/, 'Please upload the picture'));
const day = z.nullable(z.iso.date('Please enter a date'));

export const maxWeight = 10;

export const AdForm = z
  .object({
    slot: z.enum(['banner', 'sidebar'], 'Please choose where it stands'),
    title: words(60, 'Please enter a headline'),
    text: words(160, 'Please enter a sentence'),
    label: words(30, 'Please say what the button reads'),
    url: target,
    imageUrl: z.nullable(ownPicture),
    imageAlt: z.string().check(z.trim(), z.maxLength(200, 'Please use at most 200 characters')),
    weight: z.int('Please enter a whole number').check(z.minimum(1, 'At least 1'), z.maximum(maxWeight, 'At most 10')),
    startsOn: day,
    endsOn: day,
  })
  .check(
    z.refine(({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn, {
      path: ['endsOn'],
      message: 'The last day is before the first',
    }),
  );
export type AdForm = z.infer<typeof AdForm>;

export const adStates = ['running', 'planned', 'paused', 'ended'] as const;
export type AdState = (typeof adStates)[number];

export const StaffAd = z.extend(Ad, {
  weight: z.number(),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  active: z.boolean(),
  version: z.number(),
  state: z.enum(adStates),
  /** Since the ad was made, as far as counts are kept. */
  views: z.number(),
  clicks: z.number(),
});
export type StaffAd = z.infer<typeof StaffAd>;

const AdDay = z.object({ day: z.string(), views: z.number(), clicks: z.number() });

export const StaffAdDetail = z.extend(StaffAd, {
  /** Every one of the last 30 days up to today, oldest first. */
  days: z.array(AdDay),
});
export type StaffAdDetail = z.infer<typeof StaffAdDetail>;

const params = z.object({ id: z.guid() });

export const listStaffAds = endpoint({
  method: 'GET',
  path: '/api/staff/ads',
  who: 'staff',
  rights: ['editor'],
  summary: 'All ads with their counts: running, planned, paused, ended; at most 300',
  answer: z.array(StaffAd),
  problems: [],
});

export const getStaffAd = endpoint({
  method: 'GET',
  path: '/api/staff/ads/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'One ad with what was counted by day',
  params,
  answer: StaffAdDetail,
  problems: ['not_found'],
});

export const createAd = endpoint({
  method: 'POST',
  path: '/api/staff/ads',
  who: 'staff',
  rights: ['editor'],
  creates: true,
  summary: 'Places an ad',
  body: AdForm,
  answer: StaffAdDetail,
  status: 201,
  problems: [],
});

export const updateAd = endpoint({
  method: 'PUT',
  path: '/api/staff/ads/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Changes an ad; `version` is that of the copy that was edited',
  params,
  body: z.object({ ad: AdForm, version: z.int() }),
  answer: StaffAdDetail,
  problems: ['not_found', 'conflict'],
});

export const pauseAd = endpoint({
  method: 'PUT',
  path: '/api/staff/ads/{id}/active',
  who: 'staff',
  rights: ['editor'],
  summary: 'Takes an ad off the page for a while, or puts it back',
  params,
  body: z.object({ active: z.boolean() }),
  answer: StaffAdDetail,
  problems: ['not_found', 'conflict'],
});

export const deleteAd = endpoint({
  method: 'DELETE',
  path: '/api/staff/ads/{id}',
  who: 'staff',
  rights: ['editor'],
  summary: 'Removes an ad with its picture and its counts',
  params,
  answer: z.object({}),
  problems: ['not_found'],
});

export const countAd = endpoint({
  method: 'POST',
  path: '/api/ads/{id}/counts',
  who: 'anyone',
  csrf: 'origin',
  summary:
    'Counts that a visitor saw an ad or followed its link; no cookie, no address is kept. Robots and staff are left out',
  params,
  body: z.object({ what: z.enum(['view', 'click']) }),
  answer: z.object({}),
  status: 202,
  problems: [],
});
