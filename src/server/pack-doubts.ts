/** Parts of a city pack that are probably wrong. A site starts with them, since the doubt may be wrong, or costs visitors little. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cityDoubts } from './city-mistakes.ts';
import type { CityPack } from './city-pack.ts';
import { nearestWord } from './letter-distance.ts';

const art = join(import.meta.dirname, '../web/art');

const drawingsIn = (folder: string) =>
  readdirSync(join(art, folder)).flatMap((file) => (file.endsWith('.svg') ? [file.slice(0, -'.svg'.length)] : []));

/** An icon without a drawing leaves an empty square on every page that shows it. */
function iconDoubts(entries: readonly { icon: string }[], folder: 'categories' | 'properties'): string[] {
  const known = drawingsIn(folder);
  return entries.flatMap(({ icon }, at) => {
    if (known.includes(icon)) return [];
    const near =
      nearestWord(icon, known) ??
      known.find((one) => icon.length > 2 && one.startsWith(icon.slice(0, 4).toLowerCase()));
    const rule = near === undefined ? `The drawings are: ${known.join(', ')}` : `Is ${near} meant?`;
    return [`${folder}.json: entry ${at + 1}, icon is ${JSON.stringify(icon)}, which is no drawing. ${rule}`];
  });
}

/** A sentence for each, which begins with the file. */
export const packDoubts = ({
  facts,
  categories,
  properties,
}: Pick<CityPack, 'facts' | 'categories' | 'properties'>): string[] => [
  ...cityDoubts(facts).map(({ path, text }) => `city.json: ${path} ${text}`),
  ...iconDoubts(categories, 'categories'),
  ...iconDoubts(properties, 'properties'),
];
