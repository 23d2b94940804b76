import type { OpeningHours } from '#shared/opening-hours.ts';

/** In the order of OpenStreetMap, whose week begins on Monday. */
const dayNames = [
  ['mon', 'Mo'],
  ['tue', 'Tu'],
  ['wed', 'We'],
  ['thu', 'Th'],
  ['fri', 'Fr'],
  ['sat', 'Sa'],
  ['sun', 'Su'],
] as const;

/** The hours as OpenStreetMap writes them and an import reads them: 'Mo-Fr 09:00-17:00; Sa-Su off'. */
export function osmHours(hours: OpeningHours): string {
  const runs: { first: string; last: string; times: string }[] = [];
  for (const [day, name] of dayNames) {
    const times = (hours[day] ?? []).map(([from, to]) => `${from}-${to}`).join(',') || 'off';
    const run = runs.at(-1);
    if (run?.times === times) run.last = name;
    else runs.push({ first: name, last: name, times });
  }
  const [run] = runs;
  if (runs.length === 1 && run?.times === '00:00-24:00') return '24/7';
  return runs.map(({ first, last, times }) => `${first === last ? first : `${first}-${last}`} ${times}`).join('; ');
}
