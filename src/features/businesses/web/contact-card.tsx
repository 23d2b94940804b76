import { clsx } from 'clsx';
import { AtSign, CircleParking, ExternalLink, Mail, MapPin, MessageSquare, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#web/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { directionsLink, mapLink } from '../business-links.ts';
import { type Business, networkNames, socialNetworks } from '../contract.ts';
import { formatPhone } from '../format-phone.ts';
import { phoneLink } from '../phone-link.ts';
import { ConfirmedNote } from './confirmed-note.tsx';

/** An address of more letters is set smaller, so that it stays on one line where it can. */
const longEmail = 30;

const link = 'flex min-h-11 items-center [overflow-wrap:anywhere]';

function Line({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-3 shrink-0 text-ink-soft">{icon}</span>
      <span className="sr-only">{label}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}

/** @param town '{city}, {region}', for a business without an address */
export function ContactCard({ business, town }: { business: Business; town: string }) {
  const { phone, email, website, address, parking, socialLinks } = business;
  const networks = socialNetworks.filter((network) => socialLinks[network] !== undefined);
  const call = phone === null ? null : phoneLink(phone);
  return (
    <Card className="p-5 lg:p-6">
      <h2 className="text-21">Contact Information</h2>
      <ul className="mt-2 text-18">
        {phone !== null && call !== null ? (
          <Line icon={<Phone aria-hidden="true" size={20} />} label="Phone">
            <a href={call} data-count="phone" className={`numbers ${link}`}>
              {formatPhone(phone) ?? phone}
            </a>
          </Line>
        ) : null}
        {email ? (
          <Line icon={<Mail aria-hidden="true" size={20} />} label="Email">
            <a href={`mailto:${email}`} className={clsx(link, email.length > longEmail && 'text-16')}>
              {email}
            </a>
          </Line>
        ) : null}
        {website ? (
          <Line icon={<ExternalLink aria-hidden="true" size={20} />} label="Website">
            <a href={website} rel="noopener nofollow" data-count="website" className={link}>
              Visit Website
            </a>
          </Line>
        ) : null}
        {business.takesMessages ? (
          <li className="py-2 print:hidden">
            <ButtonLink to={`/business/${business.slug}/message`} rel="nofollow" look="secondary" className="w-full">
              <MessageSquare aria-hidden="true" size={20} />
              Message the business
            </ButtonLink>
          </li>
        ) : null}
        {networks.length > 0 ? (
          <Line icon={<AtSign aria-hidden="true" size={20} />} label="Social media">
            <p className="flex flex-wrap gap-x-4">
              {networks.map((network) => (
                <a key={network} href={socialLinks[network]} rel="noopener nofollow" className={link}>
                  {networkNames[network]}
                </a>
              ))}
            </p>
          </Line>
        ) : null}
        <Line icon={<MapPin aria-hidden="true" size={20} />} label="Address">
          <address className="pt-2.5 text-balance not-italic">{address ?? town}</address>
          <p className="flex flex-wrap gap-x-5 print:hidden">
            <a href={mapLink(business, town)} rel="noopener" data-count="map" className={link}>
              View on Map
            </a>
            <a href={directionsLink(business, town)} rel="noopener" data-count="map" className={link}>
              Directions
            </a>
          </p>
        </Line>
        {parking ? (
          <Line icon={<CircleParking aria-hidden="true" size={20} />} label="Where to park">
            <p className="pt-2.5 [overflow-wrap:anywhere]">{parking}</p>
          </Line>
        ) : null}
      </ul>
      {business.verified ? (
        <p id="verified" className="mt-2 scroll-mt-24 text-16 text-ink-soft">
          Verified: the people who run this site have approved this listing.
        </p>
      ) : null}
      <p className="mt-2 flex flex-wrap items-center gap-x-4 text-16 text-ink-soft">
        <ConfirmedNote confirmedAt={business.confirmedAt} />
        <Link to={`/business/${business.slug}/suggest-change`} rel="nofollow" className={`print:hidden ${link}`}>
          Suggest a change
        </Link>
      </p>
    </Card>
  );
}
