/** Names of what a list can be narrowed to. */
import type { ListingProperty } from '#features/city-guide/contract.ts';
import { chosenProperties } from '../properties.ts';
import { keysOf, type ListAddress } from './list-address.ts';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Values of `open` with what they mean. */
export const openChoices: readonly (readonly [value: string, label: string])[] = [
  ['now', 'Open now'],
  ['today', 'Open today'],
  ['tonight', 'Open tonight'],
  ['tomorrow', 'Open tomorrow'],
  ['weekend', 'Open this weekend'],
  ['late', 'Open late'],
  ['24h', 'Open 24 hours'],
  ...days.map((day) => [day.toLowerCase(), `Open ${day}`] as const),
];

export const isDay = (open: string | undefined) => days.some((day) => day.toLowerCase() === open);

/** '19:00' gives '7 PM'. */
export function hourText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Hours to choose from, '06:00' to '23:00'. */
export const hours = Array.from({ length: 18 }, (_, at) => `${String(at + 6).padStart(2, '0')}:00`);

export const miles = [1, 3, 5, 10] as const;

export const milesText = (most: number | string) => `${most} ${Number(most) === 1 ? 'mile' : 'miles'}`;

export const sortChoices = [
  ['fit', 'Best match'],
  ['distance', 'Distance'],
  ['name', 'Name'],
  ['newest', 'Newest'],
] as const;

interface Chip {
  label: string;
  /** The address without it. */
  rest: ListAddress;
}

/** Each choice of an address by itself, and the address without it. A value that nobody knows has none. */
export function chipsOf(asked: ListAddress, properties: readonly ListingProperty[]): Chip[] {
  const { cursor: _, ...all } = asked;
  const { open, at, near, within } = all;
  const opens = openChoices.find(([value]) => value === open);
  const time = at && isDay(open) ? ` at ${hourText(at)}` : '';
  const around = near === 'center' ? 'the center' : all.view === 'map' ? 'the middle of the map' : 'you';
  const distance = within ? `Within ${milesText(within)}` : '';
  const sort = all.sort === 'distance' ? undefined : all.sort;
  const keys = keysOf(all.properties);
  return [
    ...(opens ? [{ label: opens[1] + time, rest: { ...all, open: undefined, at: undefined } }] : []),
    ...(near ? [{ label: `Near ${around}`, rest: { ...all, near: undefined, sort } }] : []),
    ...(distance ? [{ label: distance, rest: { ...all, within: undefined } }] : []),
    ...chosenProperties(properties, keys).map(({ key, name }) => ({
      label: name,
      rest: { ...all, properties: keys.filter((other) => other !== key).join(',') || undefined },
    })),
    ...(all.photos === 'yes' ? [{ label: 'With photos', rest: { ...all, photos: undefined } }] : []),
  ];
}
