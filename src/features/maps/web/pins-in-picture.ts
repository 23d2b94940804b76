/** Arranges pins in a picture that nobody can zoom into. */
import { boxOf, clusterPins, meet } from './cluster-pins.ts';

interface PlacedPin {
  x: number;
  y: number;
}

interface Spot<P> extends PlacedPin {
  pins: P[];
  /** A plate in the middle of its part of the picture; otherwise the pin itself. */
  isPlate: boolean;
}

/** The size of a plate, in px. */
const plateWidth = 52;
const plateHeight = 30;

/** Pins of a few groups may touch on the smallest phone; the many plates of a grid lie beside each other and may not. */
const gridScale = 1.5;

/** Parts of the picture, each as large as a plate. They lie evenly over the pins, so that no plate stands far beside them. */
function gridOver(pins: readonly PlacedPin[], scale: number) {
  const along = (values: readonly number[], size: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const start = (least + most) / 2 - (Math.ceil((most - least) / size + 0.5) * size) / 2;
    const partOf = (value: number) => Math.floor((value - start) / size);
    return { partOf, middleOf: (value: number) => start + (partOf(value) + 0.5) * size };
  };
  const across = along(
    pins.map(({ x }) => x),
    plateWidth * scale,
  );
  const down = along(
    pins.map(({ y }) => y),
    plateHeight * scale,
  );
  return {
    keyOf: ({ x, y }: PlacedPin) => `${across.partOf(x)} ${down.partOf(y)}`,
    middleOf: ({ x, y }: PlacedPin): PlacedPin => ({ x: across.middleOf(x), y: down.middleOf(y) }),
  };
}

/** The room that a plate takes. */
function plateBox({ x, y }: PlacedPin, scale: number) {
  const [half, high] = [(plateWidth * scale) / 2, (plateHeight * scale) / 2];
  return { left: x - half, right: x + half, top: y - high, bottom: y + high };
}

const isWide = (group: readonly PlacedPin[], scale: number): boolean => {
  const [xs, ys] = [group.map(({ x }) => x), group.map(({ y }) => y)];
  return (
    Math.max(...xs) - Math.min(...xs) > plateWidth * scale || Math.max(...ys) - Math.min(...ys) > plateHeight * scale
  );
};

/**
 * Groups what lies on each other. Where a group grows over much of the picture, since each pin touches the next, all pins are
 * grouped by the parts of a grid, as large as a plate, so that several plates stand apart.
 */
export function pinsInPicture<P extends PlacedPin>(pins: readonly P[], scale: number): Spot<P>[] {
  const groups = clusterPins(pins, scale);
  if (groups.some((group) => isWide(group, scale))) return byGrid(pins, scale * gridScale);
  return groups.flatMap((group) => {
    const [first] = group;
    return first ? [{ x: first.x, y: first.y, pins: group, isPlate: group.length > 1 }] : [];
  });
}

function byGrid<P extends PlacedPin>(pins: readonly P[], scale: number): Spot<P>[] {
  const { keyOf, middleOf } = gridOver(pins, scale);
  const parts = [...Map.groupBy(pins, keyOf).values()];
  const spots = parts.flatMap((part): Spot<P>[] => {
    const [first] = part;
    if (first === undefined) return [];
    const isPlate = part.length > 1;
    return [{ ...(isPlate ? middleOf(first) : { x: first.x, y: first.y }), pins: part, isPlate }];
  });
  const boxAt = (spot: Spot<P>) => (spot.isPlate ? plateBox(spot, scale) : boxOf(spot, false, scale));
  // A pin that would touch another spot becomes a plate in its own part, where nothing reaches. That may touch the next pin.
  for (let isDone = false; !isDone; ) {
    const touching = spots.find(
      (spot) => !spot.isPlate && spots.some((other) => other !== spot && meet(boxAt(spot), boxAt(other))),
    );
    if (touching) Object.assign(touching, middleOf(touching), { isPlate: true });
    isDone = touching === undefined;
  }
  return spots;
}
