/**
 * The map above a list, as a part that is loaded by itself: the server draws its picture with the page, and a browser
 * loads the code only for a page that has a map.
 */
import { type ComponentType, lazy, Suspense } from 'react';
import type { ListMapProps } from './list-map.tsx';

let loaded: ComponentType<ListMapProps> | undefined;

async function load() {
  const { ListMap } = await import('./list-map.tsx');
  loaded = ListMap;
  return { default: ListMap };
}

const LazyListMap = lazy(load);

// Rendering on the server cannot wait; the page's data takes longer to read than this.
if (import.meta.env.SSR) void load();

export function ListMapPart(props: ListMapProps) {
  const Part = loaded ?? LazyListMap;
  return (
    <Suspense fallback={<div className="results-map results-map-live" />}>
      <Part {...props} />
    </Suspense>
  );
}
