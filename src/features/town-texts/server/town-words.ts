/** Splits the town's texts and questions into words. */
import { foldText } from '#shared/fold-text.ts';

/** Words that say little about a question, in English and Spanish. */
const smallWords = new Set(
  (
    'a about am an and any are as at be by can do does for from get have how i in is it me my near need of on or our should that the there to ' +
    'up we what when where which who whom why will with you your call problem too wrong something someone somebody anyone pay find go going ' +
    'day days hour hours number phone schedule time times today tomorrow tonight this info information office ' +
    'al como con cuando de del donde el en es hay la las lo los mi para por que quien un una y'
  ).split(' '),
);

/** Words that people use for the same thing; the first is the usual word of the texts. */
const alike: readonly string[][] = [
  ['trash', 'garbage', 'rubbish', 'waste', 'bin', 'basura'],
  ['recycling', 'recycle', 'reciclaje'],
  ['brush', 'bulky', 'bulk', 'limbs', 'branches', 'leaves'],
  ['police', 'cop', 'policia', 'sheriff', '911'],
  ['fire', 'firefighter', 'bomberos'],
  ['ambulance', 'ems', 'paramedic', 'ambulancia'],
  ['emergency', 'urgent', 'emergencia'],
  ['electricity', 'electric', 'power', 'outage', 'blackout', 'luz', 'electricidad'],
  ['gas', 'leak'],
  ['water', 'sewer', 'agua'],
  ['bus', 'transit', 'autobus', 'camion'],
  ['airport', 'flight', 'aeropuerto'],
  ['registration', 'register', 'dmv', 'plate', 'tag', 'sticker', 'placa', 'title'],
  ['vehicle', 'car', 'truck', 'carro'],
  ['school', 'isd', 'escuela'],
  ['train', 'amtrak', 'railroad', 'tren'],
  ['cycle', 'bike', 'bicycle', 'bicicleta', 'cycling'],
  ['story', 'stories', 'cuentos', 'storytime'],
  ['plant', 'planting', 'arbor'],
  ['dig', '811', 'digging'],
  ['dog', 'pet', 'animal', 'stray', 'perro'],
  ['hospital', 'er', 'urgencias'],
  ['library', 'biblioteca', 'books'],
  ['museum', 'museo'],
  ['tax', 'impuesto', 'exemption'],
  ['permit', 'permiso', 'zoning', 'license'],
  ['court', 'ticket', 'corte', 'fine', 'jail', 'jury'],
  ['council', 'mayor', 'alcalde', 'meeting'],
  ['market', 'mercado'],
  ['parade', 'desfile'],
  ['concert', 'concierto', 'music', 'musica'],
  ['fireworks', 'july', 'independence'],
  ['fourth', '4th', '4'],
  ['county', 'voting', 'vote', 'voter', 'ballot', 'election', 'elecciones', 'poll', 'votar'],
  ['property', 'homestead', 'appraisal'],
  ['311', 'pothole', 'streetlight', 'graffiti', 'bache'],
  ['report', 'reporting', 'complaint'],
  ['noise', 'loud', 'ruido'],
  ['christmas', 'holiday', 'navidad', 'tree'],
  ['children', 'child', 'kid', 'nino', 'family', 'toddler', 'baby', 'bebe'],
  ['poison', 'veneno'],
  ['weather', 'flood', 'storm', 'clima'],
];

/** A simple stemmer for a few hundred texts: removes plurals and '-ing'. */
export function stem(word: string): string {
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Words in their order. A word with a hyphen gives its parts and the whole: 'pick-up' is 'pick', 'up', 'pickup'. */
export function wordsOf(text: string): string[] {
  const flat = foldText(text);
  const joined = Array.from(flat.matchAll(/[a-z0-9]+(?:-[a-z0-9]+)+/g), ([whole]) => whole.replaceAll('-', ''));
  return [...flat.split(/[^\p{L}\p{N}]+/u).filter(Boolean), ...joined];
}

const others = new Map<string, string[]>();
for (const group of alike) {
  const stems = group.map(stem);
  for (const word of stems) others.set(word, [...(others.get(word) ?? []), ...stems.filter((other) => other !== word)]);
}

/** Stems that mean about the same. */
export const alikeTo = (word: string): readonly string[] => others.get(word) ?? [];

/** The words of a question without small ones. */
export function askedWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !smallWords.has(word))
    .slice(0, 16);
}
