import { Pencil, Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { maxOffers, type OwnOffer } from '../offer-form.ts';
import type { OwnOffers } from '../offers-contract.ts';
import { offerDay } from './offer-day.ts';
import { OfferEditor } from './offer-editor.tsx';
import { useTakeOver } from './offer-queries.ts';
import { RemoveOffer } from './remove-offer.tsx';

function State({ offer, listing }: { offer: OwnOffer; listing: OwnOffers }) {
  if (offer.until < listing.today) return <Badge tint="gray">Ended</Badge>;
  if (!listing.isPremium || listing.business.status !== 'approved') return <Badge tint="gray">Kept, not shown</Badge>;
  return <Badge tint="green">On your page</Badge>;
}

/** Premium, for those who do not have it. */
function PremiumNote({ hasOffers }: { hasOffers: boolean }) {
  return (
    <section aria-labelledby="premium" className="rounded-card border-2 border-gold-line bg-gold-ground p-5 sm:p-8">
      <h2 id="premium" className="text-26">
        Offers are part of Premium
      </h2>
      <p className="mt-2">
        {hasOffers
          ? 'Your offers are kept, and visitors do not see them now. With Premium they are back on your page at once.'
          : `With Premium, up to ${maxOffers} offers stand on your page, each until the day that you choose.`}
      </p>
      <ButtonLink to="/get-listed" className="mt-4">
        See what Premium adds
      </ButtonLink>
    </section>
  );
}

/** The offers of one listing: add, change, remove. */
export function OffersManager({ listing, userId }: { listing: OwnOffers; userId: string }) {
  const { business, isOn, offers } = listing;
  // A switched-off town reads like the end of Premium: what is stored stays and can be removed.
  const isPremium = listing.isPremium && isOn;
  const [open, setOpen] = useState<string | null>(null);
  const isEmpty = offers.length === 0;
  const running = offers.filter(({ until }) => until >= listing.today).length;
  const takeOver = useTakeOver();
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(false);
  // The button that opened the form is gone, or it is another one: keyboards continue at the heading.
  useLayoutEffect(() => {
    if (open === null && wasOpen.current) heading.current?.focus();
    wasOpen.current = open !== null;
  }, [open]);
  const editor = (offer?: OwnOffer) => (
    <OfferEditor
      key={offer?.id ?? 'new'}
      listing={listing}
      {...(offer ? { offer } : {})}
      userId={userId}
      takesFocus
      onClose={() => setOpen(null)}
    />
  );
  return (
    <>
      {isOn ? null : (
        <p className="rounded-card border border-line bg-card px-5 py-4">
          The town takes no offers from owners at the moment. What is stored stays, and you can remove it.
        </p>
      )}
      {listing.isPremium || !isOn ? null : <PremiumNote hasOffers={!isEmpty} />}
      {isPremium || !isEmpty ? (
        <Card className="p-5 sm:p-8">
          <h2 ref={heading} tabIndex={-1} className="text-26">
            Your offers
          </h2>
          {isEmpty ? (
            <p className="mt-2">
              There are none yet. Up to {maxOffers} stand on your page, each until the day that you choose.
            </p>
          ) : null}
          <ul className="mt-4 grid gap-5 empty:hidden">
            {offers.map((offer) => (
              <li key={offer.id} className="border-t border-line pt-5">
                {open === offer.id ? (
                  editor(offer)
                ) : (
                  <article aria-label={offer.title}>
                    <h3 className="text-18 font-semibold [overflow-wrap:anywhere]">{offer.title}</h3>
                    {offer.text ? (
                      <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{offer.text}</p>
                    ) : null}
                    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-16 text-ink-soft">
                      <State offer={offer} listing={listing} />
                      {offer.until < listing.today ? 'Ended on' : 'Until'} {offerDay(offer.until)}
                    </p>
                    <div className="mt-3 flex flex-wrap gap-3">
                      {isPremium ? (
                        <Button look="secondary" aria-label={`Change ${offer.title}`} onClick={() => setOpen(offer.id)}>
                          <Pencil aria-hidden="true" size={18} />
                          Change
                        </Button>
                      ) : null}
                      <RemoveOffer
                        businessId={business.id}
                        offer={offer}
                        onRemoved={(answer) => {
                          takeOver(answer);
                          heading.current?.focus();
                        }}
                      />
                    </div>
                  </article>
                )}
              </li>
            ))}
          </ul>
          {isPremium && open === 'new' ? <div className="mt-5 border-t border-line pt-5">{editor()}</div> : null}
          {isPremium && open !== 'new' && running < maxOffers ? (
            <Button look={isEmpty ? 'primary' : 'secondary'} className="mt-5" onClick={() => setOpen('new')}>
              <Plus aria-hidden="true" size={18} />
              Add an offer
            </Button>
          ) : null}
          {isPremium && running >= maxOffers ? (
            <p className="mt-5 text-16 text-ink-soft">
              That is all there is room for. To add another one, change or remove one of these. What has ended takes no
              room.
            </p>
          ) : null}
        </Card>
      ) : null}
    </>
  );
}
