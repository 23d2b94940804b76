import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { ServedEndpoint } from '#server/http/serve.ts';
import { endpoint } from '#shared/endpoint.ts';
import { createStorageKey } from './storage-key.ts';

const call = (path: `/api/${string}`, isStored: boolean, query?: z.ZodMiniObject): ServedEndpoint => ({
  endpoint: endpoint({
    who: 'anyone',
    method: 'GET',
    path,
    summary: '',
    answer: z.unknown(),
    problems: [],
    ...(query ? { query } : {}),
  }),
  tags: isStored ? () => [] : undefined,
  respond: () => Promise.reject(new Error('not called')),
});

const storageKey = createStorageKey([
  call('/api/businesses', true, z.object({ search: z.string(), limit: z.string(), near: z.string() })),
  call('/api/businesses/mine', false),
  call('/api/businesses/{slug}', true),
  call('/api/newsletter/subscription', false, z.object({ token: z.string() })),
]);

test.each([
  ['/api/businesses', '/api/businesses'],
  ['/api/businesses?limit=5&search=a%20b&utm_source=x', '/api/businesses?limit=5&search=a+b'],
  ['/api/businesses?search=&category=x', '/api/businesses'],
  ['/api/businesses?search=first&search=second', '/api/businesses?search=first'],
  ['/api/businesses/tacos?search=x', '/api/businesses/tacos'],
  ['/', '/'],
  ['/directory?utm_source=x', '/directory'],
  ['/newsletter/archive/2026-11-21-news?utm_source=x', '/newsletter/archive/2026-11-21-news'],
  ['/directory?search=a&category=b', '/directory?category=b&search=a'],
  ['/directory?search=a&spelling=typed', '/directory?search=a&spelling=typed'],
  ['/directory/?search=a', '/directory/?search=a'],
  ['/directory?sort=name&open=now&utm=x&at=', '/directory?open=now&sort=name'],
  ['/directory?properties=a&properties=b&search=x&search=y', '/directory?properties=a%2Cb&search=x'],
  ['/category/food?near=center&within=3', '/category/food?near=center&within=3'],
  ['/news?page=2&cursor=x&search=y&sent=newsletter', '/news?sent=newsletter'],
  ['/contact?sent=1', '/contact?sent=1'],
  ['/contact?sent=2', '/contact'],
  ['/category/food?cursor=x&search=y', '/category/food?cursor=x'],
  ['/business/tacos?token=t', '/business/tacos'],
  ['/login?next=%2Fdashboard', '/login'],
  ['/claim-business?business=tacos&search=a', '/claim-business'],
  ['/checkout?plan=premium&utm_source=x', '/checkout?plan=premium'],
  ['/newsletter/archived?page=2', '/newsletter/archived'],
  ['/embed/events?category=music&month=x', '/embed/events?category=music'],
])('%s is stored as %s', (url, key) => {
  expect(storageKey(url)).toBe(key);
});

test.each([
  '/api/businesses/mine',
  '/api/businesses?near=29.475,-98.488&search=x',
  '/directory?near=29.475%2C-98.488',
  '/category/food?near=29.475,-98.488',
  '/api/newsletter/subscription?token=t',
  '/api/unknown',
  '/api/businesses/a/b',
  '/newsletter/unsubscribe?token=t',
  '/payment-success?plan=premium&email=a%40b.example',
  '/checkout?plan=premium&business=Fig%20Tree',
  '/reset-password?token=t',
  '/preview?token=',
  '/account',
  '/staff',
  '/staff/queue',
  '/healthz',
  '/readyz',
  '/metrics',
  '/og/site.png',
  '/maps/card/16/1-2.light.avif',
  '/tiles/14/3710/6802.mvt',
  '/sitemaps/businesses-1.xml',
])('%s is never stored', (url) => {
  expect(storageKey(url)).toBeNull();
});
