import { Globe, Map as MapIcon, Phone, Share2 } from 'lucide-react';
import { mapLink } from '../business-links.ts';
import type { Business } from '../contract.ts';
import { phoneLink } from '../phone-link.ts';
import { shareBusiness } from './share-business.ts';

const action =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-14 font-semibold text-link no-underline';

/** The most used actions, at the bottom of a phone's screen. */
export function ActionBar({ business, town, url }: { business: Business; town: string; url: string }) {
  const call = business.phone === null ? null : phoneLink(business.phone);
  return (
    <div className="action-bar sticky bottom-0 z-30 flex border-t border-line bg-card shadow-lift lg:hidden">
      {call === null ? null : (
        <a href={call} data-count="phone" className={action}>
          <Phone aria-hidden="true" size={22} />
          Call
        </a>
      )}
      <a href={mapLink(business, town)} rel="noopener" data-count="map" className={action}>
        <MapIcon aria-hidden="true" size={22} />
        Map
      </a>
      {business.website ? (
        <a href={business.website} rel="noopener nofollow" data-count="website" className={action}>
          <Globe aria-hidden="true" size={22} />
          Website
        </a>
      ) : null}
      <button
        type="button"
        data-count="share"
        className={`needs-script ${action}`}
        onClick={() => void shareBusiness(business.name, url)}
      >
        <Share2 aria-hidden="true" size={22} />
        Share
      </button>
    </div>
  );
}
