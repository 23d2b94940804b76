import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { AskedForm, centsOf } from '#features/staff-frame/web/asked-form.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { dayOf, formatDate, startOfDay } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { isReason, reasonMissing } from '#shared/reason.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { SelectField } from '#web/ui/field.tsx';
import { faultOfReturnDay } from '../plan-days.ts';
import { endPlan, returnCash } from '../plans-contract.ts';
import { type CashFormProps, type CashPlan, leftOf, present } from './cash-plan.ts';
import { FormHeading } from './form-heading.tsx';
import { GoneFields } from './gone-fields.tsx';
import { ReasonField } from './reason-field.tsx';

const whatNames = { 'cash-back': 'was given back', 'cash-missing': 'never came' } as const;
type What = keyof typeof whatNames;
interface Gone {
  id: string;
  what: What;
  cents: number;
  day: string;
  ofCents: number | undefined;
}
const isGone = (what: string): what is What => what in whatNames;

function goneFaults(plan: CashPlan, { cents, day }: { cents: number | null; day: string }, today: string) {
  const left = leftOf(plan);
  return {
    cents: !cents
      ? 'Please enter an amount, such as 290 or 290.00'
      : cents > left
        ? `At most ${formatDollars(left)} is left in the books`
        : undefined,
    day: day === '' ? 'Please enter a date' : faultOfReturnDay(day, { today, receivedOn: plan.receivedOn }),
  };
}

interface CashGoneFormProps extends CashFormProps {
  /** The plan ends, and may keep its money. */
  ends: boolean;
  isRunning: boolean;
}

/** Money of a cash plan that went back or never came. A plan that runs may end with it. */
export function CashGoneForm({ plan, username, ends: isEnd, isRunning, onDone }: CashGoneFormProps) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [what, setWhat] = useState('');
  const [id] = useState(() => crypto.randomUUID());
  const wish = useRef<{ reason: string; gone: Gone | undefined; ends: boolean }>(null);
  const today = dayOf(new Date(), timeZone);
  const hasLeft = leftOf(plan) > 0;

  const ask = (form: FormData) => {
    const typed = (name: string) => String(form.get(name) ?? '').trim();
    const [reason, day, chosen] = [typed('reason'), typed('day'), typed('what')];
    const cents = centsOf(form.get('cents'));
    const found = present({
      what: !isEnd && !isGone(chosen) ? 'Please choose what happened' : undefined,
      ...(isGone(chosen) ? goneFaults(plan, { cents, day }, today) : {}),
      reason: isReason(reason) ? undefined : reasonMissing,
    });
    setErrors(found);
    if (Object.keys(found).length > 0) return null;
    const gone =
      isGone(chosen) && cents !== null ? { id, what: chosen, cents, day, ofCents: plan.cents ?? undefined } : undefined;
    const ends = isEnd || form.get('ends') !== null;
    wish.current = { reason, gone, ends };
    return {
      title: isEnd
        ? 'End this plan now?'
        : ends
          ? 'Take it out of the books, and end the plan?'
          : 'Take it out of the books?',
      action: isEnd ? 'Yes, end it' : ends ? 'Yes, book it and end the plan' : 'Yes, book it',
      text: (
        <Consequence
          plan={plan}
          username={username}
          ends={ends}
          isRunning={isRunning}
          gone={gone}
          timeZone={timeZone}
        />
      ),
    };
  };

  async function send(sent: () => void) {
    if (!wish.current) return;
    const { reason, gone, ends } = wish.current;
    const params = { id: plan.id };
    const refused = await run(
      () =>
        withProof(client, async () => {
          if (ends) await callApi(client, endPlan, { params, body: { reason, gone } });
          else if (gone) await callApi(client, returnCash, { params, body: { ...gone, reason } });
          sent();
        }),
      isEnd ? 'The plan has ended' : ends ? 'The books have it, and the plan has ended' : 'The books have it',
      { subjectId: plan.id },
    );
    if (refused === null) onDone();
    else setErrors(refused);
  }

  return (
    <AskedForm
      thing={`${isEnd ? 'end-plan' : 'cash-gone'}:${plan.id}`}
      label="Go On"
      isPending={isPending}
      onAsk={ask}
      onSure={send}
      onCancel={onDone}
    >
      <FormHeading>{isEnd ? 'End this plan now' : 'Money that went back or never came'}</FormHeading>
      {hasLeft ? (
        <>
          <SelectField
            label={`What happened to the ${formatDollars(leftOf(plan))}?`}
            name="what"
            value={what}
            onChange={({ target }) => setWhat(target.value)}
            error={errors.what}
          >
            <option value="">{isEnd ? 'Nothing: the town keeps it' : 'Please choose'}</option>
            <option value="cash-back">It was given back</option>
            <option value="cash-missing">It never came, such as a check that bounced</option>
          </SelectField>
          <div hidden={!isGone(what)}>
            <GoneFields leftCents={leftOf(plan)} today={today} errors={errors} />
          </div>
          {isEnd || !isRunning ? null : <EndsToo />}
        </>
      ) : null}
      <ReasonField error={errors.reason} />
    </AskedForm>
  );
}

function EndsToo() {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
      <input type="checkbox" name="ends" className="size-5 shrink-0 accent-action" />
      <span>End the plan, too: without this its Premium goes on until its day.</span>
    </label>
  );
}

interface ConsequenceProps extends Pick<CashGoneFormProps, 'plan' | 'username' | 'isRunning'> {
  ends: boolean;
  gone: { what: What; cents: number; day: string } | undefined;
  timeZone: string;
}

function Consequence({ plan, username, ends, isRunning, gone, timeZone }: ConsequenceProps) {
  const booked = formatDollars(leftOf(plan));
  const day = gone && formatDate(startOfDay(gone.day, timeZone), timeZone);
  return (
    <>
      {ends ? (
        <p>Premium of this plan ends at once.</p>
      ) : (
        <p>{isRunning ? 'The plan goes on: its Premium stays until its day.' : 'The plan is over and stays so.'}</p>
      )}
      <p className="font-semibold">
        {gone
          ? `${formatDollars(gone.cents)} of ${booked} ${whatNames[gone.what]}, on ${day}: the books count it off.`
          : leftOf(plan) > 0
            ? `The ${booked} that was paid stays in the books.`
            : 'Nothing of its money is left in the books.'}
      </p>
      {username === null ? null : <p className="text-ink-soft">{username} gets an email with your reason.</p>}
    </>
  );
}
