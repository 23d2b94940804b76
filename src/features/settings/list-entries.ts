/** Turns the lists among the settings (slides, helpful links, hours) into entries whose differences can be listed. */
import { type Change, type Entry, listChanges } from '#shared/list-changes.ts';
import type { LinkGroup, Slide } from './staff-contract.ts';

interface HoursLine {
  days: string;
  hours: string;
}

/** @param altOf what a picture of the city pack shows, by its file */
export function describeListChange(from: unknown, to: unknown, altOf: ReadonlyMap<string, string>): Change[] | null {
  const [before, after] = [from ?? [], to ?? []];
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  const [sample] = [...after, ...before] as unknown[];
  if (has<Slide>(sample, 'picture')) return slideChanges(before as Slide[], after as Slide[], altOf);
  if (has<LinkGroup>(sample, 'links')) return listChanges(linkEntries(before), linkEntries(after));
  if (has<HoursLine>(sample, 'days')) return listChanges(hoursEntries(before), hoursEntries(after));
  return null;
}

const has = <T>(value: unknown, name: keyof T & string): value is T =>
  typeof value === 'object' && value !== null && name in value;

/** A slide has no id. It is the same slide while its title or its picture stays. */
function slideChanges(before: Slide[], after: Slide[], altOf: ReadonlyMap<string, string>): Change[] {
  const shows = ({ picture }: Slide) =>
    typeof picture === 'string' ? (altOf.get(picture) ?? picture) : `${picture.alt} (uploaded)`;
  const keyOf = ({ picture }: Slide) => (typeof picture === 'string' ? picture : picture.src);
  const entry = (slide: Slide, id: string): Entry => {
    // An upload may be replaced by another one with the same description.
    const words = { picture: shows(slide), subtitle: slide.subtitle };
    return { id, name: `“${slide.title}”`, words };
  };
  const left = new Map(before.map((slide, at) => [`${at}`, slide]));
  const take = (isSame: (slide: Slide) => boolean) => {
    const [id] = [...left].find(([, slide]) => isSame(slide)) ?? [];
    if (id !== undefined) left.delete(id);
    return id;
  };
  const byTitle = after.map((slide) => take(({ title }) => title === slide.title));
  const ids = after.map((slide, at) => byTitle[at] ?? take((other) => keyOf(other) === keyOf(slide)) ?? `new ${at}`);
  const changes = listChanges(
    before.map((slide, at) => entry(slide, `${at}`)),
    after.map((slide, at) => entry(slide, ids[at] ?? '')),
  );
  const isOtherFile = after.filter((slide, at) => {
    const old = before[Number(ids[at])];
    return old !== undefined && keyOf(old) !== keyOf(slide) && shows(old) === shows(slide);
  });
  return [...changes, ...isOtherFile.map(({ title }) => ({ text: `“${title}”: another picture` }))];
}

function linkEntries(groups: LinkGroup[]): Entry[] {
  return groups.flatMap(({ title: group, icon, links }) => [
    { id: group, name: group, words: { drawing: icon } },
    ...links.map(({ title, url, text, phone = '' }) => ({
      id: `${group} / ${title}`,
      name: `${group}, ${title}`,
      words: { 'web address': url, 'what is there': text, phone },
    })),
  ]);
}

const hoursEntries = (lines: HoursLine[]): Entry[] =>
  lines.map(({ days, hours }) => ({ id: days, name: days, words: { hours } }));
