import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Business } from '../contract.ts';

/** An extra: when its script cannot be loaded, the page is complete without it. */
const OthersInCategory = lazy(() => import('./others-in-category.tsx').catch(() => ({ default: () => null })));

/** Other businesses of the category; script and data are asked for when the visitor comes near. */
export function MoreInCategory({ business }: { business: Business }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '300px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
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
