/** A part that is loaded by itself, and that the server draws with the page. */
import { type ComponentType, createElement, Fragment, lazy, type ReactNode, Suspense } from 'react';

/** A comment in the server's HTML: from one to the other the browser keeps everything until the part's script is here. */
const mark = (text: string) =>
  createElement(Fragment as unknown as ComponentType<object>, { UNSTABLE_comment: text } as object);

/** @param fallback in place of the part, on a page that a browser draws by itself */
export function serverDrawn<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  fallback?: ReactNode,
): ComponentType<P> {
  let Part: ComponentType<P> = lazy(load);
  if (!import.meta.env.SSR) {
    return (props) => (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  }
  // Rendering on the server cannot wait; the page's data takes longer to read than this.
  void load().then((part) => {
    Part = part.default;
  });
  return (props) => (
    <Suspense>
      {mark('$s')}
      <Part {...props} />
      {mark('/$s')}
    </Suspense>
  );
}
