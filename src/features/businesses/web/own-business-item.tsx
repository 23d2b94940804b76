import { ChartColumn, ExternalLink, MapPin, Megaphone, Pencil, Tag, Users } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { useDraftOwner } from '#web/forms/draft-owner.ts';
import { readDraft } from '#web/forms/draft-store.ts';
import { Link } from '#web/router/link.tsx';
import { Badge, PremiumBadge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { partToCome } from '#web/ui/settle-together.tsx';
import type { OwnBusinessSummary } from '../owner-contract.ts';
import { placeIn } from '../place.ts';
import { isOfOwnTwin } from '../reason-parts.ts';
import { BusinessLogo } from './business-logo.tsx';
import { ConfirmLine } from './confirm-line.tsx';
import { FirstStepsList } from './first-steps-list.tsx';
import { PutBackOn } from './own-listed.tsx';
import { OwnReason } from './own-reason.tsx';
import { OwnWithdraw } from './own-withdraw.tsx';

/** Few listings have any. */
const OwnByStaff = lazy(() => import('./own-by-staff.tsx').catch(() => ({ default: () => null })));

interface Next {
  /** The page has the buttons that begin an upgrade. */
  mayUpgrade: boolean;
  /** Staff wait for an answer to a question that stands above. */
  isAsked: boolean;
  /** All listings of the person. */
  all: readonly OwnBusinessSummary[];
}

interface ListingPlan {
  /** A claim is paid for it. The badge does not name that plan: beside Basic it would read as another look of the listing. */
  isClaimed: boolean;
  /** The next payment of Premium. */
  renewsAt: string | null;
  /** It is the first one. */
  isUnpaid: boolean;
  /** Premium begins on this day. */
  premiumFrom: string | null;
  /** The end of the time that a former owner has paid for, while the owner does not go on yet. */
  paidUntil: string | null;
  /** The former owner is the owner: the listing came back to them. */
  isPaidByOwner: boolean;
}

function Badges({ business }: { business: OwnBusinessSummary }) {
  const { status, isPremium, hiddenByOwner } = business;
  if (status === 'rejected') return <Badge tint="red">Not Approved</Badge>;
  if (status === 'hidden') return <Badge tint="gray">{hiddenByOwner ? 'Off the directory' : 'Hidden'}</Badge>;
  if (status === 'pending') return <Badge tint="orange">Pending Review</Badge>;
  return (
    <>
      <Badge tint="green">Approved</Badge>
      {isPremium ? <PremiumBadge>Premium</PremiumBadge> : <Badge tint="gray">Basic</Badge>}
    </>
  );
}

type StateNoteProps = { business: OwnBusinessSummary; plan: ListingPlan } & Next;

/** The meaning of the state for the owner, and the next step. */
function StateNote({ business, plan, mayUpgrade, isAsked, all }: StateNoteProps) {
  const city = useCity();
  const { status, isPremium, premiumExpiresAt, rejectionReason, isOwner } = business;
  const className = 'mt-3 text-16 text-ink-soft';
  if (status === 'pending') {
    return (
      <p className={className}>
        Your business is being reviewed by our team. You'll be notified once it's approved and can upgrade to premium.
        <span className="mt-1 block">
          {isAsked
            ? 'It waits for your answer to our question above. We answer within 24 hours of it.'
            : 'We answer within 24 hours.'}
        </span>
      </p>
    );
  }
  if (status === 'rejected' && isOfOwnTwin(rejectionReason ?? '', all)) {
    return (
      <p className={className}>
        The listing of this business that was in the directory already is yours now. You can take this one back.
      </p>
    );
  }
  if (status === 'rejected') {
    return (
      <div className="mt-3 rounded-control bg-danger-ground px-4 py-3 text-16">
        {rejectionReason ? (
          <div className="font-semibold text-danger">
            <OwnReason text={rejectionReason} />
          </div>
        ) : null}
        <p className="mt-1">Change what is asked for and save: your business is then reviewed again.</p>
      </div>
    );
  }
  if (status === 'hidden') return <HiddenNote business={business} />;
  if (!isOwner) return null;
  const { renewsAt, premiumFrom } = plan;
  if (!isPremium && premiumFrom !== null) {
    return <p className={className}>Premium begins on {formatDate(premiumFrom, city.timeZone)}</p>;
  }
  if (!isPremium) {
    return mayUpgrade ? (
      <p className={className}>
        Upgrade to Premium for featured placement, priority in search, and your logo and photos together.
      </p>
    ) : null;
  }
  if (renewsAt !== null) {
    return (
      <p className={className}>
        {plan.isUnpaid ? 'First' : 'Next'} payment for Premium on {formatDate(renewsAt, city.timeZone)}
      </p>
    );
  }
  return premiumExpiresAt ? (
    <p className={className}>Premium is paid until {formatDate(premiumExpiresAt, city.timeZone)}</p>
  ) : null;
}

function HiddenNote({ business }: { business: OwnBusinessSummary }) {
  const className = 'mt-3 text-16 text-ink-soft';
  if (!business.hiddenByOwner)
    return <p className={className}>Visitors do not see it now. Please contact us about it.</p>;
  if (!business.isOwner) return <p className={className}>Its owner has taken it off the directory for now.</p>;
  return (
    <>
      <p className={className}>You took it off the directory. Visitors do not see it, and nothing of it is lost.</p>
      <p className="mt-3">
        <PutBackOn listing={business} />
      </p>
    </>
  );
}

/** The way to go on with a listing for which its former owner has paid. */
function TakenOverNote(props: { business: OwnBusinessSummary; until: string; isPaidByOwner: boolean }) {
  const { timeZone, prices } = useCity();
  const { name, slug } = props.business;
  const day = formatDate(props.until, timeZone);
  return (
    <div className="mt-3 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16">
      <p>
        <strong>
          {props.isPaidByOwner ? `You paid for it until ${day}.` : `Paid until ${day} by its former owner.`}
        </strong>{' '}
        {prices.claim === 0
          ? 'It stays yours after that day and costs nothing.'
          : 'If you do not go on, it has no owner after that day.'}
      </p>
      <ButtonLink to={`/claim-business?business=${slug}`} className="mt-3" aria-label={`Go on with ${name}`}>
        Go on
      </ButtonLink>
    </div>
  );
}

/** An owner who left the form without saving would otherwise believe that the page has changed. */
function UnsavedEdit({ business: { id, name } }: { business: OwnBusinessSummary }) {
  const userId = useDraftOwner();
  const [isKept, setKept] = useState(false);
  // The form that is just being left stores its text after this page was drawn for the first time.
  useEffect(() => setKept(readDraft(userId, `edit-business:${id}`) !== null), [userId, id]);
  if (!isKept) return null;
  return (
    <p className="mt-3 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16">
      <strong>Your last changes are not saved.</strong> This browser keeps them.{' '}
      <Link to={`/edit-business/${id}`} aria-label={`Go on editing ${name}`}>
        Go on editing
      </Link>
    </p>
  );
}

function ItemLinks({ business: { id, slug, name, status, mayPost } }: { business: OwnBusinessSummary }) {
  return (
    <p className="mt-4 flex flex-wrap content-start items-start gap-3 md:mt-0 md:max-w-[21rem] md:justify-end">
      {status === 'approved' ? (
        <ButtonLink to={`/business/${slug}`} look="secondary" className="max-sm:px-3.5" aria-label={`View ${name}`}>
          <ExternalLink aria-hidden="true" size={18} />
          View
        </ButtonLink>
      ) : null}
      {status === 'approved' ? (
        <ButtonLink
          to={`/business-statistics/${id}`}
          look="secondary"
          className="max-sm:px-3.5"
          aria-label={`Statistics of ${name}`}
        >
          <ChartColumn aria-hidden="true" size={18} />
          Statistics
        </ButtonLink>
      ) : null}
      {status === 'approved' && (mayPost.announcements || mayPost.events) ? (
        <ButtonLink
          to={`/business-news/${id}`}
          look="secondary"
          className="max-sm:px-3.5"
          aria-label={`What's new at ${name}`}
        >
          <Megaphone aria-hidden="true" size={18} />
          What's new
        </ButtonLink>
      ) : null}
      {status === 'approved' && mayPost.offers ? (
        <ButtonLink
          to={`/business-offers/${id}`}
          look="secondary"
          className="max-sm:px-3.5"
          aria-label={`Offers of ${name}`}
        >
          <Tag aria-hidden="true" size={18} />
          Offers
        </ButtonLink>
      ) : null}
      <ButtonLink
        to={`/dashboard/people/${id}`}
        look="secondary"
        className="max-sm:px-3.5"
        aria-label={`People of ${name}`}
      >
        <Users aria-hidden="true" size={18} />
        People
      </ButtonLink>
      <ButtonLink to={`/edit-business/${id}`} look="secondary" className="max-sm:px-3.5" aria-label={`Edit ${name}`}>
        <Pencil aria-hidden="true" size={18} />
        Edit
      </ButtonLink>
    </p>
  );
}

interface OwnBusinessItemProps extends Next {
  business: OwnBusinessSummary;
  /** Null: the first listing of the list says it. */
  isEmailConfirmed: boolean | null;
  plan: ListingPlan;
}

export function OwnBusinessItem({ business, isEmailConfirmed, plan, ...next }: OwnBusinessItemProps) {
  const city = useCity();
  const { id, name, category, categoryName, address, status, isOwner } = business;
  return (
    <Card className="p-5 sm:p-6">
      <article aria-label={name} className="gap-6 md:flex">
        <div className="flex min-w-0 flex-1 flex-wrap gap-4">
          <BusinessLogo business={business} />
          <div className="min-w-[min(100%,8rem)] flex-1">
            <h3 className="text-21 [overflow-wrap:anywhere]">{name}</h3>
            <p className="mt-1.5 flex flex-wrap gap-2">
              <Badges business={business} />
              {isOwner && status === 'approved' && plan.isClaimed ? <Badge tint="blue">Claimed</Badge> : null}
              {isOwner ? null : <Badge tint="blue">You manage it</Badge>}
            </p>
            <p className="mt-2 text-16">{categoryName || category}</p>
            <p className="flex items-start gap-1.5 text-16 text-ink-soft">
              <MapPin aria-hidden="true" size={16} className="mt-1 shrink-0" />
              <span className="[overflow-wrap:anywhere]">{address ?? `${city.name}, ${city.region}`}</span>
            </p>
            {address !== null && placeIn(business) === null ? (
              <p className="mt-2 text-16">
                This address has no place on the map yet.{' '}
                <Link to={`/edit-business/${id}#place`} aria-label={`Show where it is: ${name}`}>
                  Show where it is
                </Link>
              </p>
            ) : null}
            <UnsavedEdit business={business} />
            {business.putBack !== null || business.staffChanges.length > 0 ? (
              <Suspense fallback={partToCome}>
                <OwnByStaff business={business} />
              </Suspense>
            ) : null}
            {isOwner && plan.paidUntil !== null ? (
              <TakenOverNote business={business} until={plan.paidUntil} isPaidByOwner={plan.isPaidByOwner} />
            ) : null}
            <StateNote business={business} plan={plan} {...next} />
            {status === 'approved' ? <ConfirmLine business={business} /> : null}
            {isOwner && (status === 'pending' || status === 'rejected') ? (
              <div className="mt-3 [&_button:only-child]:-ml-5">
                <OwnWithdraw business={business} />
              </div>
            ) : null}
          </div>
        </div>
        <ItemLinks business={business} />
      </article>
      {isOwner && (status === 'approved' || status === 'pending') ? (
        <FirstStepsList business={business} isEmailConfirmed={isEmailConfirmed} />
      ) : null}
    </Card>
  );
}
