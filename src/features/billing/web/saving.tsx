import { formatDollars } from '#shared/money.ts';

/** Names the saving of a year compared with twelve months, where there is one. */
export function Saving({ cents }: { cents: number }) {
  return cents > 0 ? <span className="font-semibold text-gold">(save {formatDollars(cents)})</span> : null;
}
