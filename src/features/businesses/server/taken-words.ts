import { columnLabel } from '#shared/listing-fields.ts';

/** Columns that say nothing to an owner, or that another entry of the list stands for. */
const unsaid: ReadonlySet<string> = new Set(['longitude', 'source', 'sourceId', 'ownerId']);

const countOf = (count: number, noun: string): string[] =>
  count === 0 ? [] : [count === 1 ? `a ${noun}` : `${count} ${noun}s`];

interface Taken {
  /** {column: [before, after]} */
  filled: Readonly<Record<string, unknown>>;
  photos: number;
  offers: number;
}

/** Says what a kept listing took over in a merge: 'phone', 'place on the map', '2 photos'. */
export function takenWords({ filled, photos, offers }: Taken): string[] {
  const words = Object.keys(filled)
    .filter((column) => !unsaid.has(column) && column !== 'imageUrl')
    .map((column) => {
      if (column === 'latitude') return 'place on the map';
      return column === 'logoUrl' ? 'logo' : (columnLabel(column) ?? column).toLowerCase();
    });
  const pictures = photos === 0 && 'imageUrl' in filled ? 1 : photos;
  return [...words, ...countOf(pictures, 'photo'), ...(offers === 1 ? ['an offer'] : countOf(offers, 'offer'))];
}
