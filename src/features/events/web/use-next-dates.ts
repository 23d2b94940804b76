import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { ClockFields } from '../event-clock.ts';
import { previewTimes } from '../staff-contract.ts';

const pauseMs = 300;

interface Typed {
  rule: string | null;
  skippedDays: readonly string[];
  /** The event that is edited; none for a new one. */
  eventId: string | undefined;
}

export interface Asked extends Omit<ClockFields, 'allDay'> {
  allDay: 'true' | 'false';
  rule: string;
  skippedDays: string;
  event?: string;
}

/** The question to the server about the times that stand in a form. */
export function askedDates({ allDay, ...clock }: ClockFields, { rule, skippedDays, eventId }: Typed): Asked {
  const { startsOn, startTime, endsOn, endTime } = clock;
  return {
    ...{ startsOn, startTime, endsOn, endTime },
    allDay: allDay ? 'true' : 'false',
    rule: rule ?? '',
    skippedDays: skippedDays.join(),
    ...(eventId ? { event: eventId } : {}),
  };
}

/** Asks the server for the next times while somebody types; debounced. */
export function useNextDates(asked: Asked) {
  const wanted = JSON.stringify(asked);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const query = JSON.parse(settled) as Asked;
  const { data, isError } = useQuery({
    ...endpointQuery(previewTimes, { query }),
    enabled: query.startsOn !== '',
    placeholderData: keepPreviousData,
  });
  return { preview: query.startsOn === '' ? undefined : data, isError };
}
