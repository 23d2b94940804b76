import { CalendarPlus, MapPinned, Repeat, Store, Ticket, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#web/router/link.tsx';
import { Card } from '#web/ui/layout.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import type { EventDetail } from '../page-contract.ts';
import { venueName } from '../venue-name.ts';

interface EventFactsProps {
  event: EventDetail;
  /** '{city}, {region}' */
  town: string;
  share: { title: string; url: string };
}

const iconClass = 'mt-0.5 shrink-0 text-accent';

/** Where it is, what it costs and whom to ask, with the ways to keep and to share it. */
export function EventFacts({ event, town, share }: EventFactsProps) {
  const { times, isOver, location, repeats, isFree, price, organizer, contact, host } = event;
  const next = times.find(({ startDate }) => startDate === event.startDate);
  const who = [organizer, contact].filter(Boolean).join(' · ');
  return (
    <Card className="grid gap-4 p-5 lg:p-6">
      {repeats ? (
        <Fact icon={<Repeat aria-hidden="true" size={20} className={iconClass} />} label="Repeats">
          {repeats}
        </Fact>
      ) : null}
      {location ? (
        <Fact icon={<MapPinned aria-hidden="true" size={20} className={iconClass} />} label="Where">
          <Venue event={event} />
          <a
            href={mapLink(event, town)}
            target="_blank"
            rel="noopener"
            className="flex min-h-11 w-fit items-center text-16 print:hidden"
          >
            View on Map
          </a>
        </Fact>
      ) : null}
      {host && host.slug !== event.business?.slug ? (
        <Fact icon={<Store aria-hidden="true" size={20} className={iconClass} />} label="By">
          By{' '}
          <Link to={`/business/${host.slug}`} className="font-semibold">
            {host.name}
          </Link>
        </Fact>
      ) : null}
      {isFree || price ? (
        <Fact icon={<Ticket aria-hidden="true" size={20} className={iconClass} />} label="Price">
          {isFree ? 'Free' : price}
        </Fact>
      ) : null}
      {who ? (
        <Fact icon={<User aria-hidden="true" size={20} className={iconClass} />} label="Organizer and contact">
          {who}
        </Fact>
      ) : null}
      <div className="grid gap-2 print:hidden">
        {isOver || next === undefined ? null : <CalendarLinks id={next.id} />}
        <ShareButton label="Share event" what="event" title={share.title} url={share.url} />
      </div>
    </Card>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 text-16">
      {icon}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <span className="sr-only">{label}: </span>
        {children}
      </div>
    </div>
  );
}

/** The place; its name leads to its listing when it has one. */
function Venue({ event: { location, business } }: { event: EventDetail }) {
  const name = venueName(location);
  if (business === null || name === null) return location;
  return (
    <>
      <Link to={`/business/${business.slug}`} className="font-semibold">
        {name}
      </Link>
      {location.slice(location.indexOf(','))}
    </>
  );
}

function CalendarLinks({ id }: { id: string }) {
  const link = 'inline-flex min-h-11 items-center gap-2 font-semibold no-underline hover:underline';
  return (
    <p className="flex flex-wrap gap-x-5 text-16">
      <a href={`/events/${id}.ics`} download className={link}>
        <CalendarPlus aria-hidden="true" size={18} />
        Add to calendar
      </a>
      {['Google', 'Outlook'].map((name) => (
        <a key={name} href={`/events/${id}/${name.toLowerCase()}`} rel="nofollow" className={link}>
          {name}
          <span className="sr-only"> Calendar</span>
        </a>
      ))}
    </p>
  );
}

/** A maps search for the place. */
function mapLink({ location, latitude, longitude, business }: EventDetail, town: string): string {
  const isNamed = business !== null || latitude === null || longitude === null;
  const query = isNamed ? `${location}, ${town}` : `${latitude},${longitude}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}
