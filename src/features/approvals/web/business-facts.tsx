import { useQuery } from '@tanstack/react-query';
import { hoursText } from '#features/businesses/hours-text.ts';
import { phoneLink } from '#features/businesses/phone-link.ts';
import { placeIn, placeWords } from '#features/businesses/place.ts';
import { chosenProperties } from '#features/businesses/properties.ts';
import { listingPropertiesQuery } from '#features/city-guide/web/city-queries.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { Fact, SmallButton, StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { labelOf, plainTexts } from '#shared/listing-fields.ts';
import { Badge } from '#web/ui/badge.tsx';
import { paidWords } from '../before-live.ts';
import type { LookAlike, StaffBusiness } from '../contract.ts';
import type { ImportOrigin, PaidOrder } from '../sender-contract.ts';
import { SentByBuyer } from './sent-by-buyer.tsx';

interface Place {
  address: string | null;
  latitude?: number | null;
  longitude?: number | null;
}

function mapUrl({ address, latitude, longitude }: Place): string {
  const point = latitude != null && longitude != null ? `${latitude},${longitude}` : (address ?? '');
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: point })}`;
}

const outside = { target: '_blank', rel: 'noreferrer' } as const;

/** Every field of a business, with links to check them. */
export function BusinessFacts({ business }: { business: StaffBusiness }) {
  const place = placeIn(business);
  const { address, phone, email, website, hours, closures, socialLinks, logoUrl, photos } = business;
  const { data: list = [] } = useQuery(listingPropertiesQuery);
  const call = phoneLink(phone ?? '');
  const properties = chosenProperties(list, business.properties);
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-6 gap-y-3 text-16 sm:grid-cols-2">
        <Fact name="Name">{business.name}</Fact>
        <Fact name="Category">{business.categoryName}</Fact>
        <Fact name="Address">
          {address ? (
            <>
              {address}{' '}
              <a href={mapUrl(business)} {...outside}>
                Map
              </a>
            </>
          ) : null}
        </Fact>
        <Fact name="Place on the map">{place ? placeWords(place) : null}</Fact>
        <Fact name="Phone">{call ? <a href={call}>{phone}</a> : phone}</Fact>
        <Fact name="Email">{email ? <a href={`mailto:${email}`}>{email}</a> : null}</Fact>
        <Fact name="Website">
          {website ? (
            <a href={website} {...outside}>
              {website}
            </a>
          ) : null}
        </Fact>
        <Fact name="Description" isWide>
          {business.description}
        </Fact>
        {plainTexts.map((field) =>
          business[field] ? (
            <Fact key={field} name={labelOf(field)}>
              {business[field]}
            </Fact>
          ) : null,
        )}
        {hours ? <Fact name="Hours">{hoursText(hours)}</Fact> : null}
        {closures.length > 0 ? (
          <Fact name="Closings">
            {closures.map(({ from, to, note }) => `${from}${to === from ? '' : ` to ${to}`} ${note}`).join('\n')}
          </Fact>
        ) : null}
        {properties.length > 0 ? (
          <Fact name="Good to know">{properties.map(({ name }) => name).join(', ')}</Fact>
        ) : null}
        {Object.keys(socialLinks).length > 0 ? (
          <Fact name="Social links">
            {Object.entries(socialLinks).map(([network, url]) => (
              <a key={network} href={url} className="mr-3" {...outside}>
                {network}
              </a>
            ))}
          </Fact>
        ) : null}
        {logoUrl || photos.length > 0 ? (
          <Fact name="Logo and photos" isWide>
            <span className="mt-1 flex flex-wrap gap-2">
              {[...(logoUrl ? [{ url: logoUrl, alt: 'Logo' }] : []), ...photos].map(({ url, alt }) => (
                <img
                  key={url}
                  src={url}
                  alt={alt}
                  width={96}
                  height={96}
                  loading="lazy"
                  className="size-24 rounded-control border border-line object-cover"
                />
              ))}
            </span>
          </Fact>
        ) : null}
      </dl>
      <SentByBuyer business={business} />
    </div>
  );
}

type Sender = Pick<StaffBusiness, 'submitter' | 'order' | 'isSenderDeleted' | 'addedBy'>;

/** The payment for which staff began a listing, with the way to its order. */
export function PaidFor({ order }: { order: PaidOrder }) {
  return (
    <p className="text-16 [overflow-wrap:anywhere]">
      Begun by staff from a paid order: {paidWords(order)}, <Moment at={order.paidAt} />
      {order.ended ? (
        <>
          , {order.ended.isDisputed ? 'disputed by the card’s owner' : 'refunded'}
          {order.ended.at ? (
            <>
              {' '}
              <Moment at={order.ended.at} />
            </>
          ) : null}
          {order.ended.by ? ` by ${order.ended.by}` : ''}: nobody has paid for it any more
        </>
      ) : null}
      .{' '}
      <StaffLink
        to={order.isOpen ? `/staff?open=${order.id}` : `/staff/orders?state=${order.ended ? 'withdrawn' : 'done'}`}
      >
        Open the order
      </StaffLink>
    </p>
  );
}

/** 'Added by ada's import of list.csv', with the way to the run for those who may open it. */
function ImportedBy({ origin: { uploadId, fileName, by, at } }: { origin: ImportOrigin }) {
  const mayOpen = useMay(['administrator']);
  return (
    <p className="text-16 [overflow-wrap:anywhere]">
      Added by {by === null ? 'an import' : `${by}’s import`} of{' '}
      {mayOpen ? <StaffLink to={`/staff/imports/${uploadId}`}>{fileName}</StaffLink> : fileName}, <Moment at={at} />.
    </p>
  );
}

/** The person who submitted it, and the outcome of earlier submissions. */
export function SubmitterFacts({ sender: { submitter, order, isSenderDeleted, addedBy } }: { sender: Sender }) {
  if (order && submitter === null) return <PaidFor order={order} />;
  if (submitter === null && addedBy) return <ImportedBy origin={addedBy} />;
  if (submitter === null) {
    return (
      <p className="text-16 text-ink-soft">
        {isSenderDeleted
          ? 'Somebody whose account is deleted. Nobody waits for an answer.'
          : 'Nobody who has an account.'}
      </p>
    );
  }
  const { approved, rejected, pending } = submitter;
  return (
    <div className="text-16">
      <p>
        <StaffLink to={`/staff/people/${submitter.id}`}>{submitter.username}</StaffLink> ·{' '}
        <a href={`mailto:${submitter.email}`}>{submitter.email}</a>{' '}
        <Badge tint={submitter.emailVerified ? 'green' : 'gray'}>
          {submitter.emailVerified ? 'Email confirmed' : 'Email not confirmed'}
        </Badge>{' '}
        {submitter.banned ? <Badge tint="red">Banned</Badge> : null}
      </p>
      <p className="numbers mt-1 text-14 text-ink-soft">
        Here since <Moment at={submitter.since} /> · {approved} approved, {rejected} rejected, {pending} waiting
      </p>
    </div>
  );
}

interface LookAlikesProps {
  business: StaffBusiness;
  /** Rejects a waiting business as a duplicate of this one. */
  onReject?: ((of: string) => void) | undefined;
  /** Offers this one to who sent in the waiting business. */
  onGive?: ((of: string) => void) | undefined;
}

/** Listings that may be the same place, compared field by field. */
export function LookAlikes({ business, onReject, onGive }: LookAlikesProps) {
  if (business.lookAlikes.length === 0) {
    return <p className="text-16 text-ink-soft">Nothing here has the same name, address or phone number.</p>;
  }
  return (
    <ul className="grid gap-2 text-16 sm:grid-cols-2">
      {business.lookAlikes.map((other) => (
        <li key={other.id} className="rounded-control border border-gold-line bg-gold-ground p-3">
          <p className="flex flex-wrap items-center gap-2">
            <StaffLink to={`/staff/businesses/${other.id}`} className="font-semibold">
              {other.name}
            </StaffLink>
            <StatusBadge status={other.status} />
          </p>
          <p className="text-14">Same {other.alike.join(', ')}</p>
          <p className="mt-1 text-14 break-words whitespace-pre-line">{summary(other)}</p>
          {business.status === 'pending' && other.status === 'approved' ? (
            <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
              {onReject ? (
                <SmallButton onClick={() => onReject(other.id)}>
                  Reject as duplicate<span className="sr-only"> of {other.name}</span>
                </SmallButton>
              ) : null}
              {onGive && other.owner === null && business.submitter ? (
                <SmallButton onClick={() => onGive(other.id)}>
                  Give them this listing<span className="sr-only">: {other.name}</span>
                </SmallButton>
              ) : null}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function summary({ address, phone, email, website, categoryName, owner }: LookAlike): string {
  const lines = [categoryName, address, phone, email, website, owner ? `Owner: ${owner}` : 'No owner'];
  return lines.filter((line) => line !== null && line !== '').join('\n');
}
