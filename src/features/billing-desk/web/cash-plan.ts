import { formatDollars } from '#shared/money.ts';

/** A plan that was paid in cash or by check. */
export interface CashPlan {
  id: string;
  cents: number | null;
  goneCents: number;
  missingCents?: number | undefined;
  receivedOn: string | null;
  reference: string | null;
}

export interface CashFormProps {
  plan: CashPlan;
  /** Null: the account is deleted, so nobody is mailed. */
  username: string | null;
  onDone: () => void;
}

export const leftOf = ({ cents, goneCents }: CashPlan): number => Math.max(0, (cents ?? 0) - goneCents);

/** Only the fields with a fault. */
export const present = (found: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(found).flatMap(([name, fault]) => (fault ? [[name, fault]] : [])));

/** '$200 of it never came', '$90 of it given back'; empty: all of it is there */
export function goneFacts({ goneCents, missingCents = 0 }: Pick<CashPlan, 'goneCents' | 'missingCents'>): string[] {
  const backCents = goneCents - missingCents;
  return [
    ...(missingCents > 0 ? [`${formatDollars(missingCents)} of it never came`] : []),
    ...(backCents > 0 ? [`${formatDollars(backCents)} of it given back`] : []),
  ];
}
