/** Splits a one-line address into the parts that tell branches of a chain apart. */
import { foldText } from '#shared/fold-text.ts';

export interface AddressParts {
  /** House number, '' when there is none. */
  number: string;
  /** Street as written, folded, without number and suite: 'e basse rd'. */
  street: string;
  /** Street with abbreviated words, directions first and street types dropped: 'e basse'. */
  streetKey: string;
  /** Suite, unit, building or terminal: '1100'. */
  unit: string;
  city: string;
  region: string;
  zip: string;
}

const directions: Record<string, string> = {
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  northeast: 'ne',
  northwest: 'nw',
  southeast: 'se',
  southwest: 'sw',
};
const directionWords = new Set(Object.values(directions));

const streetTypes: Record<string, string> = {
  street: 'st',
  str: 'st',
  avenue: 'ave',
  av: 'ave',
  road: 'rd',
  boulevard: 'blvd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  circle: 'cir',
  place: 'pl',
  parkway: 'pkwy',
  pky: 'pkwy',
  highway: 'hwy',
  terrace: 'ter',
  trail: 'trl',
  square: 'sq',
  plaza: 'plz',
  expressway: 'expy',
  freeway: 'fwy',
  turnpike: 'tpke',
  crossing: 'xing',
};
const streetTypeWords = new Set([...Object.values(streetTypes), 'way']);

const otherWords: Record<string, string> = {
  saint: 'st',
  fort: 'ft',
  mount: 'mt',
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
  fifth: '5th',
  sixth: '6th',
  seventh: '7th',
  eighth: '8th',
  ninth: '9th',
  tenth: '10th',
};

const unitWords = new Set([
  'suite',
  'ste',
  'unit',
  'apt',
  'apartment',
  'bldg',
  'building',
  'room',
  'rm',
  'space',
  'spc',
]);
const countries = new Set(['usa', 'us', 'united states', 'united states of america']);

/** Street words as people abbreviate them, the kind of highway left out: 'Interstate Hwy 10' is 'i10'. */
function abbreviate(street: string): string[] {
  return street
    .replace(/\b(?:interstate (?:highway|hwy)|interstate|ih|i) ?(\d+)\b/g, 'i$1')
    .replace(/\b(?:us|united states|state) (?=(?:highway|hwy)\b)/g, '')
    .replace(/\bus (?=\d)/g, 'hwy ')
    .split(' ')
    .map((word) => directions[word] ?? streetTypes[word] ?? otherWords[word] ?? word);
}

function keyOfStreet(street: string): string {
  if (street === '') return '';
  const words = abbreviate(street);
  const leading = words.filter((word) => directionWords.has(word)).sort();
  const rest = words.filter((word) => !directionWords.has(word));
  while (rest.length > 1 && streetTypeWords.has(rest.at(-1) ?? '')) rest.pop();
  return [...leading, ...rest].join(' ');
}

/** Splits 'e basse rd ste 1100' before its first suite word. */
function splitUnit(street: string): [street: string, unit: string] {
  const words = street.replace(/\b(ste|suite|unit|apt|bldg)(\d)/g, '$1 $2').split(' ');
  const at = words.findIndex((word, index) => unitWords.has(word) && index > 0 && index < words.length - 1);
  if (at < 0) return [street, ''];
  const unit = new Set(words.slice(at).filter((word) => !unitWords.has(word)));
  return [words.slice(0, at).join(' '), [...unit].join(' ')];
}

/** Without commas the town can only be told from the street by the street's type: '1 main st olmos park'. */
function splitTown(text: string): string[] {
  const words = text.split(' ');
  const typeAt = words.findLastIndex((word, index) => index > 1 && streetTypeWords.has(streetTypes[word] ?? word));
  if (typeAt < 0 || typeAt === words.length - 1) return [text];
  return [words.slice(0, typeAt + 1).join(' '), words.slice(typeAt + 1).join(' ')];
}

function segmentsOf(address: string): string[] {
  return foldText(address)
    .replace(/#/g, ' unit ')
    .replace(/\.(?=\d)/g, ' ')
    .replace(/\./g, '')
    .split(/[,;\n]+/)
    .map((segment) =>
      segment
        .replace(/(?<!\d)-|-(?!\d)/g, ' ')
        .replace(/[^\p{L}\p{N}-]+/gu, ' ')
        .trim(),
    )
    .filter((segment) => segment !== '' && !countries.has(segment));
}

/** Reads American addresses in the usual order; a part that it does not recognize stays in the street. */
export function addressParts(address: string): AddressParts {
  const parts: AddressParts = { number: '', street: '', streetKey: '', unit: '', city: '', region: '', zip: '' };
  let segments = segmentsOf(address);
  const tail = segments.at(-1)?.match(/^(?:(.*) )??([a-z]{2})(?: (\d{5})(?:-\d{4})?)?$|^(\d{5})(?:-\d{4})?$/);
  // A lone '12 al' is a house in Al street, not one in Alabama.
  const isTail = tail && (segments.length > 1 || tail[3] !== undefined || tail[1] === undefined);
  if (isTail) {
    parts.region = tail[2] ?? '';
    parts.zip = tail[3] ?? tail[4] ?? '';
    const before = tail[1] ? (segments.length === 1 ? splitTown(tail[1]) : [tail[1]]) : [];
    segments = [...segments.slice(0, -1), ...before];
    if (parts.zip && !parts.region && /^[a-z]{2}$/.test(segments.at(-1) ?? '')) parts.region = segments.pop() ?? '';
  }
  if (isTail && segments.length === 1 && !/\d/.test(segments[0] ?? '')) {
    parts.city = segments[0] ?? '';
    return parts;
  }
  const streetAt = Math.max(
    0,
    segments.findIndex((segment) => /^\d/.test(segment)),
  );
  const [street, unit] = splitUnit(segments[streetAt] ?? '');
  const numbered = street.match(/^(\d+[a-z]?(?:-\d+)?) (.+)$/);
  parts.number = numbered?.[1] ?? '';
  parts.street = numbered?.[2] ?? street;
  parts.streetKey = keyOfStreet(parts.street);
  parts.unit = unit;
  const behind = segments.slice(streetAt + 1);
  if (!unitWords.has(behind.at(-1)?.split(' ')[0] ?? '')) parts.city = behind.pop() ?? '';
  // 'Suite 5' and 'Terminal 4' both say where in the building.
  const places = behind.map((segment) =>
    segment
      .split(' ')
      .filter((word) => !unitWords.has(word))
      .join(' '),
  );
  parts.unit = [...new Set([parts.unit, ...places])].filter(Boolean).join(' ');
  return parts;
}
