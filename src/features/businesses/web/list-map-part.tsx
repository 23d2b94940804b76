/**
 * The map above a list, as a part that is loaded by itself: the server draws its picture with the page, and a browser
 * loads the code only for a page that has a map.
 */
import { serverDrawn } from '#web/ui/server-drawn.tsx';

export const ListMapPart = serverDrawn(
  async () => ({ default: (await import('./list-map.tsx')).ListMap }),
  <div className="results-map results-map-live" />,
);
