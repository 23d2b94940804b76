import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { currentUserQuery, refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { PasswordField } from '#features/accounts/web/password-field.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { dropDrafts } from '#web/forms/draft-store.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useNavigate } from '#web/router/router.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { deleteAccount, type Leaving } from '../contract.ts';
import { endsBefore, prepaidTitle } from '../plan-words.ts';
import { leavingQuery } from './leaving-query.ts';
import { type Choice, SecondQuestion } from './second-question.tsx';

/**
 * Asks for the password and the choice about paid time, then asks again in a dialog that names the
 * consequences.
 */
export function LeaveForm({ leaving }: { leaving: Leaving }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [choice, setChoice] = useState<Choice | null>(null);
  const { isPending, mutateAsync } = useMutation({
    mutationFn: (body: Parameters<typeof callApi<typeof deleteAccount>>[2]['body']) =>
      callApi(client, deleteAccount, { body }),
  });
  const isPaid = leaving.paidUntil !== null;

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const plans = values.get('plans');
    const missing: FieldErrors = {
      ...(isPaid && plans === null ? { plans: 'Please choose what happens to the time you have paid for' } : {}),
      ...(values.get('password') === '' ? { password: 'Password is required' } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return focusFirstInvalid(event.currentTarget, missing);
    setChoice(isPaid && (plans === 'end' || plans === 'refund') ? plans : 'now');
  }

  async function leave() {
    if (form.current === null || choice === null) return;
    const values = new FormData(form.current);
    try {
      const { answer } = await mutateAsync({
        password: String(values.get('password')),
        ...(choice === 'now' ? {} : { plans: choice }),
        keepContactEmail: leaving.contactListings.length > 0 && values.get('takeOff') === null,
        keepNewsletter: leaving.newsletter && values.get('leaveNewsletter') === null,
      });
      dialog.current?.close();
      if (answer.deletesAt === null) {
        dropDrafts(client.getQueryData(currentUserQuery.queryKey)?.id ?? null);
        await navigate('/');
        await refreshCurrentUser(client, false);
      } else {
        form.current.reset();
        await client.invalidateQueries({ queryKey: leavingQuery.queryKey });
      }
      showToast({ title: answer.message });
    } catch (error) {
      dialog.current?.close();
      const refused = (error instanceof ApiError && error.problem?.fields) || {};
      setErrors(refused);
      if (!focusFirstInvalid(form.current, refused)) {
        showToast({
          title: 'Error',
          text: problemMessage(error, 'The account was not deleted. Check the connection and try again.'),
          destructive: true,
        });
      }
      await client.invalidateQueries({ queryKey: leavingQuery.queryKey });
    }
  }

  return (
    <>
      <form ref={form} method="post" noValidate onSubmit={ask} className="grid gap-5">
        {leaving.paidUntil === null ? null : (
          <PaidTimeChoice leaving={leaving} paidUntil={leaving.paidUntil} error={errors.plans} />
        )}
        {leaving.contactListings.length > 0 ? (
          <Check name="takeOff" label="Take my email off my listings">
            An address of yours is the public contact of {leaving.contactListings.join(', ')}.
          </Check>
        ) : null}
        {leaving.newsletter ? (
          <Check name="leaveNewsletter" label="Stop the newsletter, too">
            Otherwise it keeps coming to your address.
          </Check>
        ) : null}
        <PasswordField
          label="Your Password"
          name="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <Button type="submit" look="danger" disabled={isPending} className="justify-self-start">
          {isPending ? 'Deleting...' : 'Delete My Account'}
        </Button>
      </form>
      <SecondQuestion
        dialog={dialog}
        leaving={leaving}
        choice={choice}
        isPending={isPending}
        onConfirm={() => void leave()}
        onClose={() => setChoice(null)}
      />
    </>
  );
}

interface PaidTimeChoiceProps {
  leaving: Leaving;
  paidUntil: string;
  error: string | undefined;
}

function PaidTimeChoice({ leaving, paidUntil, error }: PaidTimeChoiceProps) {
  const { timeZone } = useCity();
  const errorId = useId();
  const date = formatDate(paidUntil, timeZone);
  const { deletesAt, credit } = leaving;
  const endWords = [
    'You keep what you have paid for until then. No further payment is taken.',
    ...endsBefore(leaving, paidUntil, timeZone),
    ...(credit === null
      ? []
      : [`No bill will use your credit of ${formatDollars(credit.endCents)}: it goes back to your card then.`]),
  ];
  const options = [
    ...(deletesAt ? [] : [['end', `End on ${date}, then delete`, endWords.join(' ')]]),
    ['refund', 'Delete now', givenBack(leaving)],
  ] as const;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">What should happen to the time you have paid for?</legend>
      {options.map(([value, label, text]) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line-strong p-3"
        >
          <input
            type="radio"
            name="plans"
            value={value}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            className="mt-1 size-5 shrink-0 accent-action"
          />
          <span>
            <span className="block font-semibold">{label}</span>
            <span className="block text-16 text-ink-soft">{text}</span>
          </span>
        </label>
      ))}
      {error ? (
        <p id={errorId} className="text-16 font-medium text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Names the sums that a deletion at once gives back, and their way. */
function givenBack({ refundCents, credit, cashPlans, prepaid }: Leaving): string {
  const cashCents = cashPlans.reduce((sum, { unusedCents }) => sum + unusedCents, 0);
  const inCash =
    cashCents > 0
      ? `${formatDollars(cashCents)} of what you paid in cash or by check is not used: we give it back as you paid it. `
      : '';
  const stays =
    prepaid.length > 0 ? ` ${prepaid.map(prepaidTitle).join(', ')} stays with the listing until its end.` : '';
  const ofCredit = credit?.nowCents ? `, ${formatDollars(credit.nowCents)} of that from your credit` : '';
  const toCard =
    refundCents === null
      ? 'The unused part goes back to your card. How much that is cannot be told right now.'
      : refundCents > 0
        ? `${formatDollars(refundCents)} for the unused time goes back to your card${ofCredit}.`
        : inCash === ''
          ? 'There is nothing to give back to your card.'
          : '';
  return (inCash + toCard + stays).trim();
}

function Check({ name, label, children }: { name: string; label: string; children: React.ReactNode }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3">
      <input type="checkbox" name={name} defaultChecked className="mt-1 size-5 shrink-0 accent-action" />
      <span className="min-w-0">
        <span className="block">{label}</span>
        <span className="block break-words text-16 text-ink-soft">{children}</span>
      </span>
    </label>
  );
}
