/** Offers, events and properties of a listing, as a part that is loaded by itself: it takes no clicks before script arrives but links. */
import { type ComponentType, lazy, Suspense } from 'react';
import type { MoreAboutProps } from './more-about.tsx';

const load = () => import('./more-about.tsx');

let Part: ComponentType<MoreAboutProps> = lazy(load);

// Rendering on the server cannot wait; the page's data takes longer to read than this.
if (import.meta.env.SSR) {
  void load().then((part) => {
    Part = part.default;
  });
}

export const MoreAbout = (props: MoreAboutProps) => (
  <Suspense>
    <Part {...props} />
  </Suspense>
);
