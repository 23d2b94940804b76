import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { weekdays } from '#shared/city.ts';
import { likelyClosing, overnightText, timeText, weekdayNames } from '#shared/hours-clashes.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useFocusNext } from '#web/forms/use-focus-next.ts';
import { Button } from '#web/ui/button.tsx';
import type { BusinessFormState } from './use-business-form.ts';

type Day = (typeof weekdays)[number];
type Range = [string, string];

const fromMonday = [...weekdays.slice(1), weekdays[0]] as const;
const workdays: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
const usual: Range = ['09:00', '17:00'];
const usualWeek: OpeningHours = Object.fromEntries(workdays.map((day) => [day, [usual]]));
const maxRanges = 3;

const timeInput =
  'numbers min-h-11 w-[7.4rem] rounded-control border border-line-strong bg-card px-2 sm:w-32 sm:px-3 lg:w-36';

/** '24:00' is the day's end, which a time field knows as '00:00'. */
const shown = (clock: string) => (clock === '24:00' ? '00:00' : clock);

/** Opening hours day by day, in the city's time. A range that ends before it begins ends on the next day. */
export function HoursEditor({ form }: { form: BusinessFormState }) {
  const { box, focusNext } = useFocusNext<HTMLDivElement>();
  const { hours } = form.values;
  const [replaced, setReplaced] = useState<Replaced | null>(null);
  const set = (next: OpeningHours | null) => form.set({ hours: next });
  const replace = (after: OpeningHours | null, { said, part }: Pick<Replaced, 'said' | 'part'>) => {
    setReplaced({ before: hours, after, said, part });
    set(after);
  };
  const putBack = ({ before, part }: Replaced) => {
    focusNext(part);
    set(before);
  };
  const begin = () => {
    focusNext('mon-open');
    set(usualWeek);
  };
  // Whatever is typed afterwards would be lost with an undo.
  const undo =
    replaced !== null && replaced.after === hours ? (
      <Undo key={replaced.said} said={replaced.said} onUndo={() => putBack(replaced)} />
    ) : null;
  if (hours === null) {
    return (
      <div ref={box} className="contents">
        <p className="text-16 text-ink-soft">Visitors see at once whether you are open.</p>
        <Button look="secondary" className="mt-4" onClick={begin}>
          <Plus aria-hidden="true" size={18} />
          Add opening hours
        </Button>
        {undo}
      </div>
    );
  }
  const monday = hours.mon ?? [];
  const setDay = (day: Day, ranges: Range[]) => set({ ...hours, [day]: ranges });
  return (
    <div ref={box} className="contents">
      <div>
        {fromMonday.map((day) => (
          <DayRow
            key={day}
            day={day}
            ranges={hours[day] ?? []}
            error={dayError(form.errors, day)}
            onChange={(ranges) => setDay(day, ranges)}
            focusNext={focusNext}
          />
        ))}
      </div>
      {form.errors.hours ? <p className="mt-2 text-16 font-medium text-danger">{form.errors.hours}</p> : null}
      <div className="mt-4 flex flex-wrap gap-3">
        {/* A closed Monday would close the other days, too. */}
        {monday.length > 0 ? (
          <Button
            look="secondary"
            data-part="for-all"
            onClick={() =>
              replace(
                { ...hours, ...Object.fromEntries(workdays.map((day) => [day, monday])) },
                { said: "Tuesday to Friday have Monday's hours now.", part: 'for-all' },
              )
            }
          >
            Monday's hours for Monday to Friday
          </Button>
        ) : null}
        <Button
          look="quiet"
          data-part="remove"
          onClick={() => replace(null, { said: 'The opening hours are removed.', part: 'remove' })}
        >
          Remove opening hours
        </Button>
      </div>
      {undo}
    </div>
  );
}

interface Replaced {
  before: OpeningHours | null;
  after: OpeningHours | null;
  said: string;
  /** The button that did it. */
  part: string;
}

/** Takes the focus: the button that was pressed may be gone. */
function Undo({ said, onUndo }: { said: string; onUndo: () => void }) {
  const id = useId();
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 text-16">
      <span id={id}>{said}</span>
      <button
        type="button"
        ref={takeFocus}
        aria-describedby={id}
        className="min-h-11 font-semibold text-link underline"
        onClick={onUndo}
      >
        Undo
      </button>
    </p>
  );
}

/** A half-filled time has no words of its own. */
function dayError(errors: Record<string, string>, day: Day): string | undefined {
  const key = Object.keys(errors).find((name) => name === `hours.${day}` || name.startsWith(`hours.${day}.`));
  if (key === undefined) return undefined;
  return key === `hours.${day}` ? errors[key] : 'Please enter both times';
}

interface DayRowProps {
  day: Day;
  ranges: Range[];
  error: string | undefined;
  onChange: (ranges: Range[]) => void;
  focusNext: (part: string) => void;
}

function DayRow({ day, ranges, error, onChange, focusNext }: DayRowProps) {
  const id = useId();
  const name = weekdayNames[day];
  const errorId = error ? `${id}-error` : '';
  const isOpen = ranges.length > 0;
  const setTime = (place: number, side: 0 | 1, clock: string) =>
    onChange(
      ranges.map((range, at): Range => {
        if (at !== place) return range;
        return side === 0 ? [clock, range[1]] : [range[0], clock === '00:00' ? '24:00' : clock];
      }),
    );
  const add = () => {
    focusNext(`${day}-${ranges.length}-opens`);
    onChange([...ranges, ['18:00', '21:00']]);
  };
  const remove = (place: number) => {
    if (place === ranges.length - 1) focusNext(`${day}-${place - 1}-closes`);
    onChange(ranges.filter((_, at) => at !== place));
  };
  return (
    <fieldset className="grid gap-x-4 border-line not-first:border-t gap-y-1 pt-2 pb-3 sm:pb-2 sm:grid-cols-[9.5rem_1fr]">
      <legend className="sr-only">{name}</legend>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          data-part={`${day}-open`}
          className="size-5 accent-action"
          checked={isOpen}
          onChange={(event) => onChange(event.target.checked ? [usual] : [])}
        />
        {name}
      </label>
      <div className="grid gap-2">
        {isOpen ? null : <p className="flex min-h-11 items-center text-ink-soft">Closed</p>}
        {ranges.map((range, place) => (
          <RangeRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a range is what stands at its place
            key={place}
            {...{ day, range, place, errorId }}
            canAdd={place === 0 && ranges.length < maxRanges}
            onTime={(side, clock) => setTime(place, side, clock)}
            onLikely={(clock) => {
              focusNext(`${day}-${place}-closes`);
              setTime(place, 1, clock);
            }}
            onAdd={add}
            onRemove={() => remove(place)}
          />
        ))}
        {error ? (
          <p id={errorId} className="text-16 font-medium text-danger">
            {error}
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}

interface RangeRowProps {
  day: Day;
  range: Range;
  place: number;
  /** '' without an error. */
  errorId: string;
  canAdd: boolean;
  onTime: (side: 0 | 1, clock: string) => void;
  /** Takes the closing time that was probably meant. */
  onLikely: (clock: string) => void;
  onAdd: () => void;
  onRemove: () => void;
}

function RangeRow({
  day,
  range: [from, to],
  place,
  errorId,
  canAdd,
  onTime,
  onLikely,
  onAdd,
  onRemove,
}: RangeRowProps) {
  const noteId = useId();
  const name = weekdayNames[day];
  const again = place > 0 ? ` again (${place + 1})` : '';
  const overnight = overnightText(day, from, to);
  const likely = likelyClosing(from, to);
  const described = [overnight ? noteId : '', errorId].filter(Boolean).join(' ') || undefined;
  const shared = { type: 'time', className: timeInput, 'aria-invalid': errorId ? true : undefined } as const;
  const button = 'grid size-11 place-items-center rounded-control hover:bg-ground-deep';
  return (
    <div>
      <div className="flex flex-wrap items-center gap-1 sm:gap-2">
        <input
          {...shared}
          name={`hours.${day}`}
          data-part={`${day}-${place}-opens`}
          aria-label={`${name}: opens${again}`}
          aria-describedby={errorId || undefined}
          value={shown(from)}
          onChange={(event) => onTime(0, event.target.value)}
        />
        <span aria-hidden="true">–</span>
        <input
          {...shared}
          data-part={`${day}-${place}-closes`}
          aria-label={`${name}: closes${again}`}
          aria-describedby={described}
          value={shown(to)}
          onChange={(event) => onTime(1, event.target.value)}
        />
        {place > 0 ? (
          <button type="button" aria-label={`Remove these hours of ${name}`} className={button} onClick={onRemove}>
            <X aria-hidden="true" size={18} />
          </button>
        ) : canAdd ? (
          <button type="button" aria-label={`Add more hours on ${name}`} className={button} onClick={onAdd}>
            <Plus aria-hidden="true" size={18} />
          </button>
        ) : null}
      </div>
      {overnight ? (
        <div
          className={
            likely
              ? 'mt-1 flex flex-wrap items-center gap-x-3 rounded-control border border-gold-line bg-gold-ground px-3 text-16'
              : 'mt-1 text-16 text-ink-soft'
          }
        >
          <p id={noteId}>
            {overnight}
            {likely ? `. Did you mean ${timeText(likely)}?` : ''}
          </p>
          {likely ? (
            <button
              type="button"
              aria-describedby={noteId}
              className="min-h-11 font-semibold text-link underline"
              onClick={() => onLikely(likely)}
            >
              Yes, {timeText(likely)}
              <span className="sr-only"> on {name}</span>
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
