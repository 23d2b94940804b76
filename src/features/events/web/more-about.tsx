import type { Business } from '#features/businesses/contract.ts';
import { BusinessAnnouncements } from '#features/businesses/web/business-announcements.tsx';
import { BusinessOffers } from '#features/businesses/web/business-offers.tsx';
import { BusinessRecommendations } from '#features/businesses/web/business-recommendations.tsx';
import { PropertiesList } from '#features/businesses/web/properties-list.tsx';
import { dayOf } from '#shared/dates.ts';
import { Link } from '#web/router/link.tsx';
import type { SeoTown } from '#web/seo/town.ts';
import { whenText } from '../when-text.ts';
import { EventBadge } from './event-badge.tsx';

interface MoreAboutProps {
  business: Business;
  city: SeoTown & { timeZone: string };
}

/** Announcements, offers, events, properties and recommendations of a listing, on its page. */
export default function MoreAbout({ business, city }: MoreAboutProps) {
  return (
    <>
      {business.announcements[0] ? (
        <BusinessAnnouncements announcements={business.announcements} timeZone={city.timeZone} />
      ) : null}
      {business.offers[0] ? <BusinessOffers business={business} city={city} /> : null}
      {business.events[0] ? <BusinessEvents events={business.events} timeZone={city.timeZone} /> : null}
      <div className="mt-8 empty:hidden">
        <PropertiesList keys={business.properties} />
      </div>
      <BusinessRecommendations business={business} />
    </>
  );
}

function BusinessEvents({ events, timeZone }: { events: Business['events']; timeZone: string }) {
  const thisYear = dayOf(new Date(), timeZone).slice(0, 4);
  return (
    <section aria-labelledby="events" className="mt-8">
      <h2 id="events" className="text-26">
        Events
      </h2>
      <ul className="mt-3 divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {events.map((event) => (
          <li key={event.slug} className="relative flex gap-3 px-4 py-3 hover:bg-ground-deep sm:gap-5">
            <EventBadge startDate={event.startDate} timeZone={timeZone} />
            <div className="min-w-0 flex-1 self-center wrap-anywhere">
              <Link
                to={`/events/${event.slug}`}
                className="text-18 font-semibold text-ink no-underline after:absolute after:inset-0 after:content-[''] hover:underline"
              >
                {event.title}
              </Link>
              <p className="numbers text-16 leading-snug">{whenText(event, timeZone, thisYear)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
