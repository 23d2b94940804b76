import { formatDollars } from '#shared/money.ts';

/** The number by which buyer and staff call an order, such as '7C01D4EA'. The end of the id: the beginning is the same for all of a minute. */
export const orderNumber = (id: string): string => id.replaceAll('-', '').slice(-8).toUpperCase();

/** '$99', or '$99, $49.50 given back' */
export function sumWords({ paid, back }: { paid: number; back: number }): string {
  const part = back > 0 && back < paid ? `, ${formatDollars(back)} given back` : '';
  return `${formatDollars(paid)}${part}`;
}
