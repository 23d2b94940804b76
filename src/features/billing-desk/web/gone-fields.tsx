import { TextField } from '#web/ui/field.tsx';

interface GoneFieldsProps {
  leftCents: number;
  /** '2026-11-27' */
  today: string;
  errors: Record<string, string>;
}

/** The amount of a cash plan that is not in the town's hands any more, and the day. */
export function GoneFields({ leftCents, today, errors }: GoneFieldsProps) {
  const left = (leftCents / 100).toFixed(2);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label="How much?"
        name="cents"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={left}
        help={`In dollars, at most ${left}.`}
        error={errors.cents}
      />
      <TextField
        label="On what day?"
        name="day"
        type="date"
        defaultValue={today}
        help="It counts in the books of this day’s month."
        error={errors.day}
      />
    </div>
  );
}
