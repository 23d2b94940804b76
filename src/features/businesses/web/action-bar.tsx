import { Globe, MessageSquare, Navigation, Phone, Share2 } from 'lucide-react';
import { Link } from '#web/router/link.tsx';
import { directionsLink } from '../business-links.ts';
import type { Business } from '../contract.ts';
import { phoneLink } from '../phone-link.ts';
import { SaveButton } from './save-later.tsx';
import { shareBusiness } from './share-business.ts';

const action =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-14 font-semibold text-link no-underline';

/** The most used actions, at the bottom of a phone's screen. With large letters those that the page has as well are left out. */
export function ActionBar({ business, town, url }: { business: Business; town: string; url: string }) {
  const call = business.phone === null ? null : phoneLink(business.phone);
  return (
    <div className="action-bar sticky bottom-0 z-30 border-t border-line bg-card shadow-lift lg:hidden">
      <div className="flex">
        {call === null ? null : (
          <a href={call} data-count="phone" className={action}>
            <Phone aria-hidden="true" size={22} />
            Call
          </a>
        )}
        <a href={directionsLink(business, town)} rel="noopener" data-count="map" className={action}>
          <Navigation aria-hidden="true" size={22} />
          Directions
        </a>
        {business.website ? (
          <a href={business.website} rel="noopener nofollow" data-count="website" className={`${action} if-room`}>
            <Globe aria-hidden="true" size={22} />
            Website
          </a>
        ) : null}
        {business.takesMessages ? (
          <Link to={`/business/${business.slug}/message`} rel="nofollow" className={`${action} if-more-room`}>
            <MessageSquare aria-hidden="true" size={22} />
            Message
          </Link>
        ) : null}
        <div className="needs-script flex flex-1">
          <SaveButton slug={business.slug} className={action} isInBar />
        </div>
        <button
          type="button"
          data-count="share"
          className={`needs-script ${action} if-room`}
          onClick={() => void shareBusiness(business.name, url)}
        >
          <Share2 aria-hidden="true" size={22} />
          Share
        </button>
      </div>
    </div>
  );
}
