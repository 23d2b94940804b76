import { lazy, Suspense, useRef, useState } from 'react';
import { useNear } from '#web/ui/use-near.ts';
import type { Business } from '../contract.ts';

/** An extra: when its script cannot be loaded, the page is complete without it. */
const OthersInCategory = lazy(() => import('./others-in-category.tsx').catch(() => ({ default: () => null })));

/** Other businesses of the category; script and data are asked for when the visitor comes near. */
export function MoreInCategory({ business }: { business: Business }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const [isEmpty, setEmpty] = useState(false);
  if (isEmpty) return null;
  return (
    <div ref={place} className="needs-script mt-12 min-h-80 lg:mt-20">
      {isNear ? (
        <Suspense>
          <OthersInCategory business={business} onNone={() => setEmpty(true)} />
        </Suspense>
      ) : null}
    </div>
  );
}
