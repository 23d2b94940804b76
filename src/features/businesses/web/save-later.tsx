/** Hearts load after the page: their script does not slow the first visit, and stored pages have no hearts. */
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';

interface Named {
  slug: string;
  name: string;
}
interface Classed {
  slug: string;
  className: string;
  isInBar?: boolean;
}

const none = { default: () => null };
const Heart = lazy<ComponentType<Named>>(() => import('./save-heart.tsx').catch(() => none));
const Button = lazy<ComponentType<Classed>>(() => import('./save-button.tsx').catch(() => none));

const never = () => () => undefined;
/** A copy of useHydrated: importing that one here would make other pages load the cards' chunk. */
const useIsLater = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

export function SaveHeart(props: Named) {
  return useIsLater() ? (
    <Suspense>
      <Heart {...props} />
    </Suspense>
  ) : null;
}

/** Takes its space from the start, so that nothing below it moves under a visitor's finger or focus; in the bar its place is there. */
export function SaveButton(props: Classed) {
  const place = props.isInBar ? null : <div className="needs-script min-h-11 max-lg:hidden" />;
  return useIsLater() ? (
    <Suspense fallback={place}>
      <Button {...props} />
    </Suspense>
  ) : (
    place
  );
}
