/** A part that is loaded by itself, and that the server draws with the page. */
import { type ComponentType, createElement, Fragment, lazy, type ReactNode, Suspense } from 'react';

const loading = new Set<Promise<void>>();

/** Drawing on the server cannot wait for a part, so it begins once all of them are here: a page may be asked for in the first moment of a process. */
export async function serverPartsLoaded(): Promise<void> {
  if (loading.size > 0) await Promise.all(loading);
}

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
  const loaded = load().then((part) => {
    Part = part.default;
    loading.delete(loaded);
  });
  loading.add(loaded);
  return (props) => (
    <Suspense>
      {mark('$s')}
      <Part {...props} />
      {mark('/$s')}
    </Suspense>
  );
}
