import { useLayoutEffect, useRef } from 'react';
import type { EditableBusiness } from '#features/businesses/owner-contract.ts';
import { PutBackOn, TakeOff } from '#features/businesses/web/own-listed.tsx';
import { PlansGoOn } from '#features/premium/web/plans-go-on.tsx';
import { contactPath } from '#shared/contact-path.ts';
import { Link } from '#web/router/link.tsx';

/** Takes an approved listing off the directory and puts it back; one that staff have not approved is taken back on the dashboard. */
export default function OwnWayOut({ business }: { business: EditableBusiness }) {
  const place = useRef<HTMLDivElement>(null);
  const { id, slug, status, hiddenByOwner } = business;
  const seen = useRef(status);
  useLayoutEffect(() => {
    // The button that was pressed is gone with its press.
    if (seen.current !== status && document.activeElement === document.body) {
      place.current?.querySelector('button')?.focus();
    }
    seen.current = status;
  }, [status]);
  return (
    <div ref={place} className="grid justify-items-start gap-3 text-16 text-ink-soft">
      {status === 'pending' || status === 'rejected' ? (
        <p>
          You no longer want it listed? Take it back on <Link to="/dashboard">your dashboard</Link>.
        </p>
      ) : status === 'approved' ? (
        <>
          <p>
            You no longer want it listed, or not for now? You can put it back yourself. To have it deleted for good,
            please <Link to={contactPath(slug, 'removal')}>write to us</Link>.
          </p>
          <div className="[&_button:only-child]:-ml-5">
            <TakeOff listing={business}>
              <PlansGoOn businessId={id} />
            </TakeOff>
          </div>
        </>
      ) : hiddenByOwner ? (
        <>
          <p>You took this business off the directory. Visitors do not see it, and nothing of it is lost.</p>
          <PutBackOn listing={business} />
        </>
      ) : (
        <p>
          We have taken this business off the directory. Please{' '}
          <Link to={contactPath(slug, 'hidden')}>write to us</Link> about it.
        </p>
      )}
    </div>
  );
}
