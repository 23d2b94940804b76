import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { ConfirmDialog } from '#features/staff-frame/web/confirm-dialog.tsx';
import { formatDollars } from '#shared/money.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { maxQuestionLength } from '../give-contract.ts';
import { staffBusinessQuery } from './approvals-queries.ts';

interface Gift {
  of: string;
  question: string;
  isPriceWaived: boolean;
}

interface GiveDialogProps {
  name: string;
  /** The username of who sent the duplicate in. */
  to: string;
  of: string;
  /** Calls `sent` when the server has it. */
  onGive: (gift: Gift, sent: () => void) => void;
  onClose: () => void;
}

/** Asks what proof is missing and whether the price goes, before a listing is offered to who sent in its duplicate. */
export function GiveDialog({ name, to, of, onGive, onClose }: GiveDialogProps) {
  const cents = useCity().prices.claim;
  const radios = useId();
  const kept = useKept(
    { thing: `give:${of}:${to}`, noun: 'question' },
    {
      question: `Please tell us how we can see that ${name} is yours: your part in the business, a phone number there, or a picture of a license or bill.`,
      isPriceWaived: cents === 0,
    },
  );
  const { question, isPriceWaived } = kept.value;
  return (
    <ConfirmDialog
      title="Give them the existing listing?"
      action="Send the question"
      isReady={question.trim() !== ''}
      onConfirm={() => onGive({ of, question, isPriceWaived }, () => kept.settle(kept.value))}
      onClose={onClose}
    >
      <p className="break-words">
        The duplicate is rejected, and {to} is asked for proof as in a claim. Nobody is the owner before that claim is
        approved.
      </p>
      <PaidClaims of={of} to={to} />
      {kept.notice}
      <TextArea
        label={`What do you need to know from ${to}?`}
        name="question"
        rows={4}
        maxLength={maxQuestionLength}
        value={question}
        onChange={({ target }) => kept.set((before) => ({ ...before, question: target.value }))}
      />
      {cents === 0 ? null : (
        <fieldset>
          <legend className="mb-1 font-semibold">The price of the claim</legend>
          {(
            [
              [false, `${formatDollars(cents)} a month: they claim it and give a card`],
              [true, 'Let it go: the claim costs them nothing'],
            ] as const
          ).map(([value, label]) => (
            <label key={label} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name={radios}
                checked={isPriceWaived === value}
                onChange={() => kept.set((before) => ({ ...before, isPriceWaived: value }))}
                className="size-5 accent-action"
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}

/** Somebody else has given a card for the same listing: two claims on it would wait then. */
function PaidClaims({ of, to }: { of: string; to: string }) {
  const { data: listing } = useQuery(staffBusinessQuery(of));
  const others = listing?.paidClaims.filter((name) => name !== to) ?? [];
  if (listing === undefined || others.length === 0) return null;
  const isOne = others.length === 1;
  return (
    <p role="alert" className="rounded-control border border-gold-line bg-gold-ground px-4 py-3 break-words">
      {isOne ? 'A paid claim' : 'Paid claims'} of {new Intl.ListFormat('en-US').format(others)}{' '}
      {isOne ? 'waits' : 'wait'} on {listing.name}, too. Only one of them and {to} can become its owner: better decide
      on {isOne ? 'that claim' : 'those claims'} first.
    </p>
  );
}
