import type { EventOccurrence } from './contract.ts';

/** The addresses that follow the calendar, or one category of it. */
export function calendarSubscription({
  siteUrl,
  name,
  category,
}: {
  siteUrl: string;
  /** The name that the calendar gets where a service does not read it from the file. */
  name: string;
  category?: EventOccurrence['category'] | undefined;
}) {
  const path = `/feeds/events${category ? `/${category}` : ''}.ics`;
  const address = `${siteUrl}${path}`;
  // Calendar programs open this scheme; a link to the file itself would only be downloaded.
  const device = address.replace(/^https?:/, 'webcal:');
  return {
    path,
    address,
    device,
    // Google takes an https address for the id of a calendar of its own, and reads this scheme as an address.
    google: `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: device })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url: address, name })}`,
  };
}
