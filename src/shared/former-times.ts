/** The times of a series before a change, in local days: they hold from the end of the ones before them to `until`, which is left out. */
export interface FormerTimes {
  until: string;
  startsAt: string;
  endsAt: string | null;
  allDay: boolean;
  rule: string;
  /** The whole series had it when its times changed. */
  status: 'scheduled' | 'cancelled' | 'postponed';
}
