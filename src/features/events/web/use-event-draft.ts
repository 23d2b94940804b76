/** The open form of one event: its fields, with the choices of the form in place of the rule. */
import * as z from 'zod/mini';
import { coordinates, halfPlaceError, readDegrees, readPlace } from '#features/businesses/place.ts';
import { errorsByField } from '#shared/errors-by-field.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import type { Copy } from '#web/forms/draft.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { isDay } from '../event-clock.ts';
import { Repeat, repeatOf, ruleOf } from '../repeat.ts';
import { EventFields, EventForm } from '../staff-contract.ts';

const Typed = z.extend(z.omit(EventFields, { rule: true, latitude: true, longitude: true }), {
  repeat: Repeat,
  /** '' for none. */
  latitude: z.string(),
  longitude: z.string(),
});
export type TypedEvent = z.infer<typeof Typed>;

export interface EventDraftOptions {
  userId: string;
  /** Names the form in the browser's storage: 'event:{id}', 'event:new'. */
  thing: string;
  start: Copy<EventFields>;
  /** Sends the form and returns the new version. Throws the refusal of the API. */
  save: (form: EventForm, version: number) => Promise<number>;
  /** The event that is edited; none for a new one. */
  eventId?: string;
  /** Reads a stored event again. */
  reload?: () => Promise<Copy<EventFields>>;
}

export function useEventDraft({ userId, thing, start, save, reload }: EventDraftOptions) {
  const state = useDraft<TypedEvent>({
    ...{ userId, thing, noun: 'event', schema: Typed, start: typed(start), check },
    save: (fields, version) => save(EventForm.parse(formOf(fields)), version),
    ...(reload ? { reload: async () => typed(await reload()) } : {}),
  });
  /**
   * Shows an event as it was stored. The server may have moved its first day and the days that it skips: saved
   * again, what was typed would put the former ones back.
   */
  async function showStored() {
    const stored = await reload?.().catch(() => null);
    if (stored) state.draft.takeStored(typed(stored));
  }
  /** Tells whether the form would be refused before it is sent. */
  const isWrong = () => Object.keys(check(state.draft.read().fields)).length > 0;
  return { ...state, showStored, isWrong };
}

/** Takes what the form shows: an event has more fields than these. */
function typed({ fields, version }: Copy<EventFields>): Copy<TypedEvent> {
  const { rule, latitude, longitude, ...shown } = EventFields.parse(fields);
  const place = { latitude: String(latitude ?? ''), longitude: String(longitude ?? '') };
  return { fields: { ...shown, ...place, repeat: repeatOf(rule, fields.startsOn) }, version };
}

/** Null while the choices make no rule. */
export const ruleFor = ({ repeat, startsOn }: TypedEvent): string | null =>
  isDay(startsOn) && Object.keys(wrongRepeat(repeat)).length === 0 ? ruleOf(repeat, startsOn) : null;

function formOf(typedEvent: TypedEvent) {
  const { repeat: _, ...fields } = typedEvent;
  const place = readPlace(fields) ?? { latitude: null, longitude: null };
  return { ...fields, ...place, rule: ruleFor(typedEvent) };
}

function check(fields: TypedEvent): FieldErrors {
  const { error } = z.safeParse(EventForm, formOf(fields));
  return { ...(error ? errorsByField(error) : {}), ...wrongRepeat(fields.repeat), ...wrongPlace(fields) };
}

/** Checks the numbers that would not make a place. */
function wrongPlace(fields: TypedEvent): FieldErrors {
  const wrong = (['latitude', 'longitude'] as const)
    .filter((name) => Number.isNaN(readDegrees(fields[name], name)))
    .map((name) => [name, `Please enter a number such as ${coordinates[name].example}`]);
  return { ...halfPlaceError(fields), ...Object.fromEntries(wrong) };
}

/** Checks the choices that would not make a rule. */
function wrongRepeat({ every, ends, until, count }: Repeat): FieldErrors {
  if (every === 'never' || every === 'other') return {};
  if (ends === 'until' && !isDay(until)) return { until: 'Choose the last day' };
  if (ends === 'count' && !/^[1-9]\d{0,2}$/.test(count.trim())) return { count: 'Enter a number from 1 to 999' };
  return {};
}
