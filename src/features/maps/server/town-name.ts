/** Writes the town's name into a picture that has no streets, so that it reads as a map. */
import { mapFont } from './map-font.ts';
import { type MapView, type Point, pointIn } from './map-view.ts';

/** Shares of the picture's width: a phone shows the wide picture at less than half its size. */
const letterShare = 1 / 27;
const pin = { halfWidth: 1 / 22, height: 1 / 8 };
const margin = 12;

/** @param isFree no pin in the middle; there may be some anywhere inside of the town */
export function townName(
  name: string,
  outline: readonly (readonly Point[])[],
  view: MapView,
  { ink, halo, isFree }: { ink: string; halo: string; isFree: boolean },
): string {
  const { width, height } = view;
  const fullSize = width * letterShare;
  const fullWidth = mapFont().getAdvanceWidth(name, fullSize);
  const size = fullSize * Math.min(1, (width - 4 * margin) / fullWidth);
  const halfWidth = mapFont().getAdvanceWidth(name, size) / 2;
  const points = outline.flat().map((place) => pointIn(view, place));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const hasOutline = points.length > 0;
  const middle = hasOutline ? (Math.min(...xs) + Math.max(...xs)) / 2 : width / 2;
  const x = Math.min(width - halfWidth - margin, Math.max(halfWidth + margin, middle));
  const [north, south] = hasOutline ? [Math.min(...ys), Math.max(...ys)] : [height / 2, height / 2];
  const bottom = height - size - margin;
  // Pins stand above their places, so they seldom reach below the town.
  const beside = isFree ? [south + 1.5 * size, north - size, bottom] : [north - size, south + size, bottom];
  const isClear = (y: number) =>
    y > size &&
    y < height - size / 2 &&
    (isFree ||
      Math.abs(x - width / 2) > halfWidth + width * pin.halfWidth ||
      y < height / 2 - width * pin.height - size / 2 ||
      y > height / 2 + size);
  const y = (isFree ? beside : [(north + south) / 2, ...beside]).find(isClear) ?? bottom;
  const letters = mapFont()
    .getPath(name, x - halfWidth, y + size * 0.33, size)
    .toPathData(1);
  return `<path d="${letters}" fill="${ink}" stroke="${halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"/>`;
}
