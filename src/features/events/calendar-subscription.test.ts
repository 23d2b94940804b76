import { expect, it } from 'vitest';
import { calendarSubscription } from './calendar-subscription.ts';

const siteUrl = 'https://oakbend.example';

it('follows the whole calendar on the device, in Google and in Outlook', () => {
  const { path, address, device, google, outlook } = calendarSubscription({ siteUrl, name: 'Oak Bend events' });
  expect(path).toBe('/feeds/events.ics');
  expect(address).toBe('https://oakbend.example/feeds/events.ics');
  expect(device).toBe('webcal://oakbend.example/feeds/events.ics');
  expect(new URL(google).searchParams.get('cid')).toBe(device);
  expect(Object.fromEntries(new URL(outlook).searchParams)).toEqual({ url: address, name: 'Oak Bend events' });
});

it('keeps the category that is chosen, and the port of a site without https', () => {
  const found = calendarSubscription({ siteUrl: 'http://localhost:5700', name: 'Events', category: 'government' });
  expect(found.device).toBe('webcal://localhost:5700/feeds/events/government.ics');
  expect(found.path).toBe('/feeds/events/government.ics');
});
