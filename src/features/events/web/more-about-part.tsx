/** Offers, events, properties and recommendations of a listing, as a part that is loaded by itself: it takes no clicks before script arrives but links. */
import { type ComponentType, lazy, memo, Suspense } from 'react';
import type { MoreAboutProps } from './more-about.tsx';

const load = () => import('./more-about.tsx');

let Part: ComponentType<MoreAboutProps> = lazy(load);

// Rendering on the server cannot wait; the page's data takes longer to read than this.
if (import.meta.env.SSR) {
  void load().then((part) => {
    Part = part.default;
  });
}

/** Left alone when the page around it is drawn again: React would empty the server's part until its script is here. */
export const MoreAbout = memo((props: MoreAboutProps) => (
  <Suspense>
    <Part {...props} />
  </Suspense>
));
