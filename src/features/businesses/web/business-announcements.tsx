import { Megaphone } from 'lucide-react';
import { formatDate } from '#shared/dates.ts';
import type { Business } from '../contract.ts';

interface BusinessAnnouncementsProps {
  announcements: Business['announcements'];
  timeZone: string;
}

/** The owner's announcements, each until its last day. */
export function BusinessAnnouncements({ announcements, timeZone }: BusinessAnnouncementsProps) {
  return (
    <section aria-labelledby="whats-new" className="mt-8">
      <h2 id="whats-new" className="text-26">
        What's new
      </h2>
      <ul className="mt-3 grid gap-3">
        {announcements.map(({ text, url, createdAt }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two announcements may say the same
          <li key={place} className="flex gap-4 rounded-card border border-line bg-card p-4 sm:p-5">
            <Megaphone aria-hidden="true" size={22} className="mt-1 shrink-0 text-ink-soft" />
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p className="whitespace-pre-line">{text}</p>
              <p className="numbers mt-1.5 flex flex-wrap items-center gap-x-4 text-16 text-ink-soft">
                <time dateTime={createdAt}>{formatDate(createdAt, timeZone)}</time>
                {url === null ? null : (
                  <a
                    href={url}
                    rel="noopener nofollow ugc"
                    aria-label={`More about it at ${new URL(url).hostname}`}
                    className="inline-flex min-h-11 items-center underline"
                  >
                    More about it
                  </a>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
