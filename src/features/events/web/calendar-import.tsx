import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { eventCategories } from '#shared/city.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Link } from '#web/router/link.tsx';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { type ImportRow, importCalendar, maxCalendarBytes } from '../calendar-import-contract.ts';
import { whenText } from '../when-text.ts';
import { eventCategoryLabels } from './event-labels.ts';

type Category = (typeof eventCategories)[number];

const states: Record<ImportRow['state'], readonly [label: string, tint: Tint]> = {
  new: ['New', 'green'],
  changed: ['Changed', 'orange'],
  same: ['Here already', 'gray'],
  alike: ['Looks the same', 'orange'],
  refused: ['Cannot be taken in', 'red'],
};

const isOver = (row: ImportRow) => row.notes.includes('It is over.');
const canTake = ({ state }: ImportRow) => state !== 'refused' && state !== 'same';

/** The chosen file, its preview, and the rows that are checked. */
function useCalendarImport() {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [file, setFile] = useState<File | null>(null);
  const [category, setCategory] = useState<Category>('community');
  const [rows, setRows] = useState<ImportRow[] | null>(null);
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();

  async function send(upload: File, take: readonly number[]) {
    const query = { name: upload.name.slice(0, 120), category, take: take.join() };
    return (await callApi(client, importCalendar, { query, upload })).answer;
  }

  function show(read: ImportRow[]) {
    setRows(read);
    setTaken(new Set(read.filter((row) => row.state === 'new' && !isOver(row)).map(({ number }) => number)));
  }

  async function look(upload: File) {
    setFile(upload);
    setRows(null);
    setDone(undefined);
    setProblem(
      upload.size > maxCalendarBytes ? 'This file is larger than 1 MB. Please export fewer events at once.' : undefined,
    );
    if (upload.size > maxCalendarBytes) return;
    setReading(true);
    try {
      show((await send(upload, [])).rows);
    } catch (error) {
      setProblem(problemMessage(error, 'The file could not be read. Please try again.'));
    } finally {
      setReading(false);
    }
  }

  async function take() {
    if (file === null) return;
    await run(async () => {
      const result = await send(file, [...taken]);
      show(result.rows);
      setTaken(new Set());
      setDone(`${result.added} added, ${result.updated} updated.`);
    }, 'Imported');
  }

  const tick = (number: number, isOn: boolean) =>
    setTaken((before) => new Set([...before, number].filter((one) => one !== number || isOn)));
  return { category, setCategory, rows, taken, tick, isReading, isPending, problem, done, look, take };
}

/** Three steps: choose a file, see the preview, import the rows that are checked. */
export function CalendarImport() {
  const upload = useCalendarImport();
  const { category, rows, taken, isPending, problem, done } = upload;
  const fileId = useId();
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <label htmlFor={fileId} className="mb-1.5 block text-16 font-semibold">
            Calendar file (.ics)
          </label>
          <input
            id={fileId}
            type="file"
            accept=".ics,text/calendar"
            aria-describedby={`${fileId}-help`}
            className="block min-h-12 w-full rounded-control border border-line-strong bg-card p-2.5 text-16"
            onChange={(event: ChangeEvent<HTMLInputElement>) => {
              const chosen = event.target.files?.[0];
              if (chosen) void upload.look(chosen);
            }}
          />
          <p id={`${fileId}-help`} role="status" className="mt-1.5 text-14 text-ink-soft">
            {problem ? (
              <span className="text-16 font-medium text-danger">{problem}</span>
            ) : upload.isReading ? (
              'Reading...'
            ) : (
              'At most 1 MB and 500 events. Nothing is written before you say so.'
            )}
          </p>
        </div>
        <SelectField
          label="Category for events without one"
          name="category"
          value={category}
          onChange={(event) => upload.setCategory(event.target.value as Category)}
        >
          {eventCategories.map((one) => (
            <option key={one} value={one}>
              {eventCategoryLabels[one].label}
            </option>
          ))}
        </SelectField>
      </div>
      {done ? (
        <p role="status" className="rounded-control bg-ground-deep p-4 text-16">
          <strong>{done}</strong> <Link to="/staff/events">See the events</Link>
        </p>
      ) : null}
      {rows?.length === 0 ? <p className="text-16">There are no events in this file.</p> : null}
      {rows && rows.length > 0 ? (
        <>
          <ul className="grid gap-2" aria-label="Events in the file">
            {rows.map((row) => (
              <li key={row.number}>
                <Row row={row} isTaken={taken.has(row.number)} onTick={(isOn) => upload.tick(row.number, isOn)} />
              </li>
            ))}
          </ul>
          <Button
            className="justify-self-start"
            disabled={isPending || taken.size === 0}
            onClick={() => void upload.take()}
          >
            {isPending ? 'Importing...' : `Import ${taken.size} ${taken.size === 1 ? 'event' : 'events'}`}
          </Button>
        </>
      ) : null}
    </div>
  );
}

function Row({ row, isTaken, onTick }: { row: ImportRow; isTaken: boolean; onTick: (isOn: boolean) => void }) {
  const { timeZone } = useCity();
  const [label, tint] = states[row.state];
  return (
    <StaffRow>
      <label className="flex min-h-11 min-w-0 items-center gap-3 lg:flex-[3]">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-action"
          checked={isTaken}
          disabled={!canTake(row)}
          onChange={(event) => onTick(event.target.checked)}
        />
        <span className="min-w-0 font-semibold break-words">{row.title}</span>
      </label>
      <span className="numbers min-w-0 text-ink-soft lg:flex-[3]">
        {row.startDate
          ? whenText({ startDate: row.startDate, endDate: null, allDay: row.allDay }, timeZone, '')
          : 'No start'}
        {row.repeats ? <span className="block text-14">{row.repeats}</span> : null}
      </span>
      <span className="min-w-0 text-14 text-ink-soft lg:flex-[3]">
        {row.notes.join(' ')} {row.eventId ? <Link to={`/staff/events/${row.eventId}`}>The event here</Link> : null}
      </span>
      <span>
        <Badge tint={tint}>{label}</Badge>
      </span>
    </StaffRow>
  );
}
