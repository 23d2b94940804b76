import { Tag } from 'lucide-react';
import { dayOf, formatDate } from '#shared/dates.ts';
import { JsonLd } from '#web/seo/json-ld.tsx';
import { absoluteUrl, type SeoTown } from '#web/seo/town.ts';
import type { Business } from '../contract.ts';

interface BusinessOffersProps {
  business: Pick<Business, 'slug' | 'offers'>;
  city: SeoTown & { timeZone: string };
}

/** 'December 5'; with the year when it is another one. */
function dayText(day: string, thisYear: string): string {
  const text = formatDate(`${day}T12:00:00Z`, 'UTC');
  return day.startsWith(thisYear) ? text.replace(/, \d+$/, '') : text;
}

/** The offers of a premium listing, each until its last day. */
export function BusinessOffers({ business: { slug, offers }, city }: BusinessOffersProps) {
  const thisYear = dayOf(new Date(), city.timeZone).slice(0, 4);
  return (
    <section aria-labelledby="offers" className="mt-8">
      <h2 id="offers" className="text-26">
        Offers
      </h2>
      <ul className="mt-3 grid gap-3">
        {offers.map(({ title, text, until }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two offers may say the same
          <li key={place} className="flex gap-4 rounded-card border border-gold-line bg-gold-ground p-4 sm:p-5">
            <Tag aria-hidden="true" size={22} className="mt-1 shrink-0 text-gold" />
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <h3 className="text-18 font-semibold">{title}</h3>
              {text ? <p className="mt-1 whitespace-pre-line">{text}</p> : null}
              {/* A stored page may be from last year. */}
              <p className="mt-1 text-16 text-ink-soft" suppressHydrationWarning>
                Until {dayText(until, thisYear)}
              </p>
              <JsonLd
                data={
                  import.meta.env.SSR
                    ? {
                        '@type': 'Offer',
                        name: title,
                        description: text ?? undefined,
                        validThrough: until,
                        offeredBy: { '@id': `${absoluteUrl(city, `/business/${slug}`)}#business` },
                      }
                    : null
                }
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
