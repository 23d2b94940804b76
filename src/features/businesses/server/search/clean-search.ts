const maxLength = 200;
const maxPieces = 16;

/**
 * What people typed, as pieces between spaces: at most 200 characters and 16 pieces, safe to hand to PostgreSQL. Longer
 * ones are cut, since no search may be an error.
 */
export function cleanSearch(search: string): string[] {
  return search
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\uFFFD]/gu, ' ')
    .slice(0, maxLength)
    .toWellFormed()
    .split(/\s+/)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .slice(0, maxPieces);
}

/** As search_split(search_flatten(…)) in the database has it: the words of a text, without accents and apostrophes. */
export function wordsOf(text: string): string[] {
  const flat = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['`‘’ʼ´′]/g, '');
  return flat.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** The singular of each word, more or less: what tells 'parks' from 'parking', which have one stem. */
export const singular = (text: string): string =>
  text
    .replace(/ies\b/g, 'y')
    .replace(/(ss|x|ch|sh)es\b/g, '$1')
    .replace(/([^su])s\b/g, '$1');

/** Left out of a search that has other words; a name made of them alone ('The', 'To & From') can still be found. */
const small =
  'a an and are as at be best by can could cheap cheapest do does for from get good great have help hi how i id im in into is it its like ' +
  'local looking me my near nearby need needs of on or our out please recommend recommendation recommendations some somebody someone somewhere ' +
  'someplace that the their there to top town us want wants we what whats when where wheres which who whos will with you your anyone anybody any ' +
  'find something anything stuff favorite nice place places spot spots go going buy around here today ' +
  'el la los las lo un una unos unas de del y o en con para por que quien donde dondequiera hay mi mis su me necesito busco quiero cerca mejor mejores ' +
  'bueno buena buenos buenas barato barata un al es algun alguna lugar lugares';
const smallWords = new Set(small.split(' '));

/** Vague words, which count a fifth: names of nearly every kind of business have them. */
const weakWords = new Set(
  (
    'shop shops store stores service services repair repairs company companies co inc llc business businesses center centre office offices group ' +
    'specialist specialists professional professionals expert experts provider providers house home san new old big small family same day ' +
    'kit tienda tiendas servicio servicios reparacion negocio negocios taller venta local fix fixed made make making work works open tx texas usa quick fast ' +
    'hours phone number telephone address menu prices price cost reviews website directions contact time schedule ideas horario horarios telefono direccion precio precios numero ' +
    'appointment appointments class classes lesson lessons affordable licensed certified free great work'
  ).split(' '),
);

export const isSmall = (word: string): boolean => smallWords.has(word);
export const isWeak = (word: string): boolean => weakWords.has(word) || /^\p{L}$/u.test(word);
