/** Writes the names of streets along them, as outlines: the server needs no fonts installed. */
import { streetNameLayers, streetRank } from '../map-style.ts';
import { mapFont } from './map-font.ts';
import type { MapView, Point } from './map-view.ts';
import type { MapFeature } from './read-tiles.ts';

const fontSize = 12;
const maxNames = 40;
/** The name of one street again only this far away, in px. */
const apart = 260;
/** A street is straight enough for a name when it is this much longer than the way straight ahead. */
const maxBend = 1.02;

interface Placed {
  name: string;
  center: Point;
  halfWidth: number;
  angle: number;
}

/** @param clear the middle of the picture stays free for the pin up to this distance */
export function streetNames(
  features: readonly MapFeature[],
  view: MapView,
  look: { ink: string; halo: string; clear: number },
): string {
  const placed: Placed[] = [];
  const named = features
    .filter(({ layer, name, shape }) => shape === 'line' && name !== '' && isNameLayer(layer))
    .map((feature) => ({ ...feature, rank: streetRank(feature.kind) }))
    .filter(({ rank }) => rank >= 1)
    .toSorted((a, b) => b.rank - a.rank || a.name.localeCompare(b.name));
  for (const { name, parts } of named) {
    if (placed.length >= maxNames) break;
    const halfWidth = mapFont().getAdvanceWidth(name, fontSize) / 2;
    const found = parts
      .flatMap((part) => straightRuns(part, 2 * halfWidth + 10))
      .map((run) => ({ name, halfWidth, ...run }))
      .find((one) => hasRoom(one, placed, view, look.clear));
    if (found) placed.push(found);
  }
  return placed.map((one) => drawName(one, look)).join('\n');
}

const isNameLayer = (layer: string) => (streetNameLayers as readonly string[]).includes(layer);

function drawName({ name, center, halfWidth, angle }: Placed, { ink, halo }: { ink: string; halo: string }): string {
  const outline = mapFont()
    .getPath(name, -halfWidth, fontSize * 0.33, fontSize)
    .toPathData(1);
  return `<path transform="translate(${center[0].toFixed(1)} ${center[1].toFixed(1)}) rotate(${angle.toFixed(1)})" d="${outline}" fill="${ink}" stroke="${halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"/>`;
}

/** Lists the places where a line is straight for `length` px, those nearest to its middle first. */
function straightRuns(line: readonly Point[], length: number): { center: Point; angle: number }[] {
  const ways = [0];
  for (let n = 1; n < line.length; n++) ways.push((ways[n - 1] ?? 0) + distance(line[n - 1], line[n]));
  const whole = ways.at(-1) ?? 0;
  const runs: { center: Point; angle: number; offset: number }[] = [];
  for (let from = 0; from + length <= whole; from += 12) {
    const [a, b] = [pointAt(line, ways, from), pointAt(line, ways, from + length)];
    const ahead = distance(a, b);
    if (ahead * maxBend < length) continue;
    const middle = pointAt(line, ways, from + length / 2);
    const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
    runs.push({
      center: middle,
      // Nobody reads upside down.
      angle: angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle,
      offset: Math.abs(from + length / 2 - whole / 2),
    });
  }
  return runs.toSorted((a, b) => a.offset - b.offset);
}

function pointAt(line: readonly Point[], ways: readonly number[], way: number): Point {
  const next = Math.max(
    1,
    ways.findIndex((at) => at >= way),
  );
  const [from, to] = [line[next - 1] ?? [0, 0], line[next] ?? line[next - 1] ?? [0, 0]];
  const [start, end] = [ways[next - 1] ?? 0, ways[next] ?? 0];
  const share = end > start ? (way - start) / (end - start) : 0;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function distance(a: Point | undefined, b: Point | undefined): number {
  return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}

function hasRoom(one: Placed, placed: readonly Placed[], view: MapView, clear: number): boolean {
  const points = alongName(one);
  const isInside = points.every(([x, y]) => x > 8 && y > 10 && x < view.width - 8 && y < view.height - 10);
  const pin: Point = [view.width / 2, view.height / 2 - 18];
  if (!isInside || points.some((point) => distance(point, pin) < clear)) return false;
  return placed.every(
    (other) =>
      (other.name !== one.name || distance(other.center, one.center) > apart) &&
      alongName(other).every((there) => points.every((here) => distance(here, there) > fontSize * 1.4)),
  );
}

/** Points along a name, one for each letter or so. */
function alongName({ center, halfWidth, angle }: Placed): Point[] {
  const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const steps = Math.max(1, Math.ceil(halfWidth / 8));
  return Array.from({ length: 2 * steps + 1 }, (_, index) => {
    const along = ((index - steps) / steps) * halfWidth;
    return [center[0] + dx * along, center[1] + dy * along];
  });
}
