/** Words for times and places, in English and in Spanish without accents, as patterns of the searches that have them. */

export const spanishDays = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado'];
export const shortDays = ['sun', 'mon', 'tues?', 'wed', 'thu(?:rs?)?', 'fri', 'sat'];
/** A pattern for words that say 'open'. */
export const opening =
  '(?:(?:that(?:s| is)|who(?:s| is)|what(?:s| is)|is|are|still|currently|que esten?|esten?)\\s+)?(?:open(?:ed|s|ing)?|abiert[oa]s?|abren?|abra)(?:\\s+(?:on|at|en|el|los|la|las|a))*';

/** Patterns of questions for somebody's hours. */
export const hoursOf = [
  /^(?:at )?(?:what time|when|what hours|how late|until when)\s+(?:do(?:es)?|is|are|will)\s+(?:the\s+)?(?<name>.+?)\s+(?:be\s+)?(?:open|opens|close|closes|closed)(?:\s+up)?(?:\s+today)?\s*\??$/,
  /^(?:a que hora|cuando|hasta que hora)\s+(?:abren?|cierran?|esta abiert[oa])\s+(?:(?:el|la|los|las)\s+)?(?<name>.+?)\s*\??$/,
];

/** The minute of the day that a part of it means. */
export const partsOfDay: [RegExp, number][] = [
  [/early|temprano|before work/, 7 * 60 + 30],
  [/midnight|medianoche/, 24 * 60 - 1],
  [/late/, 22 * 60],
  [/morning|manana/, 9 * 60 + 30],
  [/\bnoon|mediodia|midday/, 12 * 60 + 15],
  [/after work/, 17 * 60 + 30],
  [/afternoon|tarde/, 15 * 60],
  [/evening|night|noche/, 20 * 60],
];

/** Patterns whose groups are the part of the day; hour, minute, and half of the day. */
export const partOfDay =
  '((?:in the\\s+)?(?:early\\s+)?mornings?|(?:in the\\s+)?(?:late\\s+)?(?:afternoons?|evenings?)|(?:late\\s+|at\\s+)?nights?|early|late|noon|midnight|(?:en |por |a |de )?(?:la |el )?(?:manana|tarde|noche|mediodia)|temprano)';
export const aClock =
  '(\\d{1,2})(?::(\\d\\d))?\\s*(a\\.?m?\\.?(?![a-z])|p\\.?m?\\.?(?![a-z])|de la (?:manana|tarde|noche)|(?:in the|this) (?:morning|afternoon|evening)|at night)';
/** Matches a half of the day that `aClock` has found, where it is the second one. */
export const secondHalf = /^(p|de la (tarde|noche)|(in the|this) (afternoon|evening)|at night)/;
export const clock = `${aClock}?`;
export const relation =
  '(?:(?:at|by|around|a las?|after|past|until|till?|hasta(?: las?)?|before|despues de(?: las?)?|antes de(?: las?)?)\\s+)';

export interface NamedTime {
  /** A text may follow a word for open. */
  pattern: string | RegExp;
  at: '24h' | 'late' | 'weekend' | 'tonight' | 'tomorrow' | 'today' | 'now';
  label: string;
}

/** The first of each list that fits counts. */
export const wholeDay: NamedTime[] = [
  {
    pattern:
      '(?:24\\s*/\\s*7|24\\s*-?\\s*(?:hours?|hrs?|h|horas)(?:\\s+a day)?|open 24|around the clock|all night(?: long)?|toda la noche)\\b',
    at: '24h',
    label: 'Open 24 hours',
  },
];
export const laterTimes: NamedTime[] = [
  {
    pattern:
      '(?:(?:until|till)\\s+late|hasta tarde|late(?:[\\s-]night)?|after hours)\\b(?! (?:fathers?|mothers?|husbands?|wifes?|wife|mom|moms|dad|dads|grand\\w+|fees?|tax|taxes|payments?|bills?|model)\\b)',
    at: 'late',
    label: 'Open late',
  },
  { pattern: /\babiert[oa]s? tarde\b/, at: 'late', label: 'Open late' },
  {
    pattern: `(?:(?:on|every|el|los|este|this|next|over|for)\\s+)*(?:the\\s+)?(?:weekends?|(?:el |los )?fin(?:es)? de semana)\\b`,
    at: 'weekend',
    label: 'Open on the weekend',
  },
  {
    pattern: '(?:tonight|this evening|at night|por la noche|en la noche|esta noche|de noche)\\b',
    at: 'tonight',
    label: 'Open tonight',
  },
];
export const tomorrow: NamedTime = {
  pattern: '(?:tomorrow|manana)\\b(?! (?:lunch|breakfast))',
  at: 'tomorrow',
  label: 'Open tomorrow',
};
export const nearTimes: NamedTime[] = [
  { pattern: '(?:today|hoy)\\b', at: 'today', label: 'Open today' },
  { pattern: '(?:right now|now|ahora(?: mismo| mero)?|ahorita)\\b', at: 'now', label: 'Open now' },
  {
    pattern:
      /\b(?:still|currently|what(?:s| is)|who(?:s| is)|is|are|que esta)\s+(?:open|abierto)\b|^open\b(?! (?:air|house|mic|mri|bible))|\bopen$|\babiert[oa]s?\b/,
    at: 'now',
    label: 'Open now',
  },
];

/** A meal that is asked for on a day is meant at its hour. */
export const meals: [RegExp, number][] = [
  [/\b(breakfast|desayunos?|desayunar)\b/, 8 * 60 + 30],
  [/\bbrunch\b/, 11 * 60],
  [/\b(lunch|almuerzos?|almorzar)\b/, 12 * 60 + 15],
  [/\b(dinner|supper|cena|cenar)\b/, 19 * 60],
];

/** Matches what people have before their day begins, with a time without a half of the day. */
export const ofTheMorning =
  /\b(?:coffee|cafe|latte|donuts?|donas?|bagels?)\b.*\b(?:before|antes de(?: las?)?)\s+\d{1,2}(?::\d\d)?(?!\s*[ap]\.?m)\b/;

/** Somebody asks who is closed. */
export const notOpen =
  /\b(?:not|isnt|arent|never|no)\s+(?:open|abiert[oa]s?|abren?)\b|\bclosed\s+(?:on\s+)?(?:sun|mon|tues|wednes|thurs|fri|satur)days?\b|\bcerrad[oa]s?\s+(?:el\s+|los\s+)?(?:domingo|lunes|martes|miercoles|jueves|viernes|sabado)s?\b/;

/** A pattern for a meal. */
export const meal =
  '(?:the |el |la )?(?:breakfast|brunch|lunch|dinner|supper|desayunar|desayuno|almorzar|almuerzo|cenar|cena)\\b';

/** A pattern for words that mean where somebody stands. */
export const nearMe =
  /\b(?:(?:that(?:s| is) )?(?:near|close to|by|around) (?:me|here|us)|near ?by|near my (?:house|location)|in (?:my|the) (?:area|neighborhood)|around the corner|close by|nearest|closest|cerca(?:n[oa]s?)?(?: de (?:mi|aqui|la casa))?|aqui cerca|por aqui)\b/;

/** Matches the last word of a street's name: there 'dr' is no doctor. */
export const isStreet =
  /^(st|street|ave?|avenue|rd|road|dr|drive|blvd|boulevard|ln|lane|hwy|highway|loop|pkwy|parkway|plaza|circle|calle|avenida|heights|hills|downtown|airport)$/;

/** Words of a street's name before another one: 'san' in 'san pedro avenue'. */
export const inStreetName = /^(san|santa|el|la|los|las|st|saint|old|fort)$/;
export const isDirection = /^([nsew]|north|south|east|west)$/;

/** Words before the name of a street. */
export const isBeforePlace = /^(on|near|in|at|by|off|around|en|sobre|cerca)$/;

/** A number as people write it before 'years' or 'años'. */
export const isNumber =
  /^(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)$/;
/** Words after a number that say how old somebody is. */
export const isOfAge = /^(years?|yrs?|yo|months?|anos?|anitos|meses)$/;
