import { Moment } from '#features/staff-frame/web/age.tsx';
import { ConfirmDialog } from '#features/staff-frame/web/confirm-dialog.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { fieldChanges } from '#shared/field-changes.ts';
import type { PriceName } from '#shared/prices.ts';
import { ConflictNote } from '#web/forms/conflict-note.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Card } from '#web/ui/layout.tsx';
import { priceFields } from '../price-fields.ts';
import type { StaffPrices } from '../prices-contract.ts';
import { PricePreview } from './price-preview.tsx';
import { type Typed, usePricesForm } from './use-prices-form.ts';

const labels = Object.fromEntries(priceFields.map(({ name, label }) => [name, label])) as Record<PriceName, string>;

const describe = (was: Typed, now: Typed) => fieldChanges(was, now, labels, (dollars) => `$${dollars}`);

/** The amounts, and what people will read. */
export function PricesForm({ prices }: { prices: StaffPrices }) {
  const { isPending, refusal, kept, draft, errors, shown, hints, submit, reset, ...question } = usePricesForm(prices);
  const { changedAt, changedBy } = prices;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card className="h-fit p-5 sm:p-8">
        <form noValidate onSubmit={submit} aria-labelledby="amounts" className="grid gap-4">
          {kept.notice}
          <div>
            <h2 id="amounts" className="text-21">
              Amounts in dollars
            </h2>
            <p className="mt-1 text-16 text-ink-soft">
              For everybody who buys from now on. Plans that run keep the price at which they were bought, and claims
              that wait keep theirs.
            </p>
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            {priceFields.map(({ name, label, help }) => (
              <TextField
                key={name}
                label={label}
                name={name}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                value={draft[name]}
                help={help}
                error={errors[name]}
                onChange={({ target }) => kept.set((before) => ({ ...before, [name]: target.value }))}
              />
            ))}
          </div>
          {hints.length > 0 ? (
            <ul role="status" className="grid gap-1 text-16 text-gold">
              {hints.map((hint) => (
                <li key={hint}>{hint}</li>
              ))}
            </ul>
          ) : null}
          <ConflictNote kept={kept} refusal={refusal} describe={describe} />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" disabled={isPending}>
              {isPending ? 'Saving...' : 'Save'}
            </Button>
            {changedAt ? (
              <>
                <SmallButton disabled={isPending} onClick={() => void reset()}>
                  Back to the original
                </SmallButton>
                <span className="text-14 text-ink-soft">
                  Changed <Moment at={changedAt} />
                  {changedBy ? ` by ${changedBy}` : ''}
                </span>
              </>
            ) : (
              <span className="text-14 text-ink-soft">As it came with the site</span>
            )}
          </div>
        </form>
      </Card>
      <PricePreview prices={shown} />
      {question.changes ? (
        <ConfirmDialog
          title="Change prices by so much?"
          action="Change them"
          onConfirm={question.confirm}
          onClose={question.closeQuestion}
        >
          <ul className="numbers grid gap-1">
            {question.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          {hints.map((hint) => (
            <p key={hint} className="font-semibold">
              {hint}
            </p>
          ))}
          <p className="text-ink-soft">Everybody who buys pays this from now on.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
