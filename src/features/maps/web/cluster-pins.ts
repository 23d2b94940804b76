/** Groups pins that would lie on each other. */

interface PlacedPin {
  x: number;
  y: number;
}

/** Pins closer than this are one group, in px: a finger is as wide. */
const tooClose = 34;

/** Lists groups in the order of their first pins. */
export function clusterPins<P extends PlacedPin>(pins: readonly P[]): P[][] {
  const groups: P[][] = [];
  for (const pin of pins) {
    const near = groups.find(([first]) => first && Math.hypot(first.x - pin.x, first.y - pin.y) < tooClose);
    if (near) near.push(pin);
    else groups.push([pin]);
  }
  return groups;
}

/** A letter of a name and the height of its line, in px. */
const letter = { width: 7, height: 20 };
const maxNameWidth = 144;

/** Tells which names have room below their pins, the first in the list first. */
export function namesWithRoom<P extends PlacedPin & { name: string }>(pins: readonly P[]): Set<P> {
  const shown = new Map<P, { left: number; right: number; top: number }>();
  for (const pin of pins) {
    const half = Math.min(maxNameWidth, pin.name.length * letter.width + 12) / 2;
    const box = { left: pin.x - half, right: pin.x + half, top: pin.y };
    const meetsName = shown
      .values()
      .some((other) => isOver(box, other) && Math.abs(other.top - box.top) < letter.height);
    const meetsPin = pins.some(
      (other) =>
        other !== pin &&
        isOver(box, { left: other.x - 15, right: other.x + 15 }) &&
        other.y > box.top &&
        other.y - 41 < box.top + letter.height,
    );
    if (!meetsName && !meetsPin) shown.set(pin, box);
  }
  return new Set(shown.keys());
}

interface Span {
  left: number;
  right: number;
}

const isOver = (one: Span, other: Span) => one.left < other.right && other.left < one.right;
