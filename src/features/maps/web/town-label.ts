/** Finds room for the town's name on a map without streets: inside of the outline, and under no pin. */
import { type Box, meet } from './cluster-pins.ts';

type Point = readonly [x: number, y: number];

/** Px of the label and of the map around it. */
const label = { letter: 9, height: 26, margin: 12 };
/** Shares of the map's width and height, the middle first. */
const shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];

/** @param rings in px of the map; @returns the label's middle, null where there is no room */
export function roomForTown(
  name: string,
  rings: readonly (readonly Point[])[],
  { width, height, taken }: { width: number; height: number; taken: readonly Box[] },
): { x: number; y: number } | null {
  const half = (name.length * label.letter) / 2;
  for (const down of shares) {
    for (const across of shares) {
      const [x, y] = [across * width, down * height];
      const box = { left: x - half, right: x + half, top: y - label.height / 2, bottom: y + label.height / 2 };
      const isOnMap = box.left > label.margin && box.right < width - label.margin;
      const isInTown = [box.left, x, box.right].every((each) => rings.some((ring) => isInRing(ring, each, y)));
      if (isOnMap && isInTown && !taken.some((other) => meet(box, other))) return { x, y };
    }
  }
  return null;
}

/** A line to the right crosses the ring an odd number of times. */
function isInRing(ring: readonly Point[], x: number, y: number): boolean {
  let isInside = false;
  ring.forEach(([x1, y1], at) => {
    const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) isInside = !isInside;
  });
  return isInside;
}
