/** Groups pins that would lie on each other. */

interface PlacedPin {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Px around the point that a pin stands on, and around the middle of a group's circle. A pin's tip may touch another. */
const pinSize = { half: 15, height: 38 };
const circleSize = { half: 23 };

export const meet = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** @param scale the px of the map that one px of a pin takes */
export function boxOf({ x, y }: PlacedPin, isGroup: boolean, scale = 1): Box {
  const half = scale * (isGroup ? circleSize.half : pinSize.half);
  return {
    left: x - half,
    right: x + half,
    top: y - (isGroup ? half : scale * pinSize.height),
    bottom: isGroup ? y + half : y,
  };
}

/** Lists groups in the order of their first pins, on which their circles stand. What would cover another is one group with it. */
export function clusterPins<P extends PlacedPin>(pins: readonly P[], scale = 1): P[][] {
  const groups: { members: { pin: P; at: number }[]; box: Box }[] = [];
  const takeIn = (all: readonly { pin: P; at: number }[]): void => {
    const members = all.toSorted((a, b) => a.at - b.at);
    const [first] = members;
    if (first === undefined) return;
    const box = boxOf(first.pin, members.length > 1, scale);
    const met = groups.findIndex((group) => meet(group.box, box));
    if (met < 0) groups.push({ members, box });
    else takeIn([...groups.splice(met, 1).flatMap((group) => group.members), ...members]);
  };
  pins.forEach((pin, at) => {
    takeIn([{ pin, at }]);
  });
  const inOrder = groups.toSorted((a, b) => (a.members[0]?.at ?? 0) - (b.members[0]?.at ?? 0));
  return inOrder.map(({ members }) => members.map(({ pin }) => pin));
}

/** A letter of a name and the height of its line, in px. */
const letter = { width: 7, height: 20 };
const maxNameWidth = 144;

/** Tells which names have room below their pins and beside the circles of groups, the first in the list first. */
export function namesWithRoom<P extends PlacedPin & { name: string }>(
  pins: readonly P[],
  groups: readonly PlacedPin[] = [],
): Map<P, Box> {
  const shown = new Map<P, Box>();
  const circles = groups.map((group) => boxOf(group, true));
  for (const pin of pins) {
    const half = Math.min(maxNameWidth, pin.name.length * letter.width + 12) / 2;
    const box = { left: pin.x - half, right: pin.x + half, top: pin.y, bottom: pin.y + letter.height };
    const others = pins.filter((other) => other !== pin).map((other) => boxOf(other, false));
    if (![...shown.values(), ...others, ...circles].some((other) => meet(box, other))) shown.set(pin, box);
  }
  return shown;
}
