import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { listQueue, type QueueItem } from '../contract.ts';

/** The line of the queue that the address names, such as '/staff?open={id}' in a mail. It may be far down the list. */
export function useWantedLine() {
  const {
    filter: { open },
  } = useFilter(['open']);
  const { data } = useQuery({ ...endpointQuery(listQueue, { query: { id: open } }), enabled: open !== '' });
  /** Kept from the arrival: a decision on this page later is no news. */
  const [arrival, setArrival] = useState<{ id: string; waits: boolean } | null>(null);
  useEffect(() => {
    if (data !== undefined && arrival?.id !== open) setArrival({ id: open, waits: data.length > 0 });
  }, [data, open, arrival]);
  return {
    wanted: open === '' ? null : open,
    isDecided: arrival?.id === open && !arrival.waits,
    /** Puts the line before those that are loaded, unless it is one of them. */
    withWanted: (rows: readonly QueueItem[]): readonly QueueItem[] => [
      ...(data ?? []).filter(({ id }) => rows.every((row) => row.id !== id)),
      ...rows,
    ],
  };
}
