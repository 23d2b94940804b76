import { Plus, Trash2 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { maxClosures } from '../business-form.ts';
import type { Closures } from '../closures.ts';
import type { BusinessFormState } from './use-business-form.ts';

/** Holidays and vacations: days on which the usual hours do not count. */
export function ClosuresEditor({ form }: { form: BusinessFormState }) {
  const { closures } = form.values;
  const set = (next: Closures) => form.set({ closures: next });
  const change = (place: number, part: Partial<Closures[number]>) =>
    set(closures.map((closure, at) => (at === place ? { ...closure, ...part } : closure)));
  return (
    <>
      <p className="text-16 text-ink-soft">Holidays, vacations, a renovation: visitors see it before they come.</p>
      <ul className="mt-4 grid gap-4 empty:hidden">
        {closures.map(({ from, to, note }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a closing is what stands at its place
          <li key={place}>
            <fieldset className="grid items-start gap-3 sm:grid-cols-[10.5rem_10.5rem_1fr_auto]">
              <legend className="sr-only">Closing {place + 1}</legend>
              <TextField
                label="First day"
                type="date"
                name={`closures.${place}.from`}
                value={from}
                error={form.errors[`closures.${place}.from`]}
                onChange={({ target: { value } }) =>
                  change(place, { from: value, ...(to < value ? { to: value } : {}) })
                }
              />
              <TextField
                label="Last day"
                type="date"
                name={`closures.${place}.to`}
                min={from || undefined}
                value={to}
                error={form.errors[`closures.${place}.to`]}
                onChange={({ target: { value } }) => change(place, { to: value })}
              />
              <TextField
                label="Why (optional)"
                name={`closures.${place}.note`}
                maxLength={80}
                placeholder="Thanksgiving"
                value={note}
                error={form.errors[`closures.${place}.note`]}
                onChange={({ target: { value } }) => change(place, { note: value })}
              />
              <Button
                look="quiet"
                aria-label={`Remove closing ${place + 1}`}
                className="justify-self-start max-sm:-ml-5 sm:mt-8"
                onClick={() => set(closures.filter((_, at) => at !== place))}
              >
                <Trash2 aria-hidden="true" size={18} />
                <span className="sm:hidden">Remove</span>
              </Button>
            </fieldset>
          </li>
        ))}
      </ul>
      {form.errors.closures ? <p className="mt-2 text-16 font-medium text-danger">{form.errors.closures}</p> : null}
      {closures.length < maxClosures ? (
        <Button look="secondary" className="mt-4" onClick={() => set([...closures, { from: '', to: '', note: '' }])}>
          <Plus aria-hidden="true" size={18} />
          Add a closing
        </Button>
      ) : null}
    </>
  );
}
