/** Words for times and places, in English and in Spanish without accents, as patterns of the searches that have them. */

export const spanishDays = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado'];
export const shortDays = ['sun', 'mon', 'tues?', 'wed', 'thu(?:rs?)?', 'fri', 'sat'];
/** A pattern for words that say 'open'. */
export const opening =
  "(?:(?:that(?:[’']?s| is)|who(?:[’']?s| is)|what(?:[’']?s| is)|where(?:[’']?s| is)|is|are|still|currently|que esten?|esten?)\\s+)?(?:open(?:ed|s|ing)?|abiert[oa]s?|abren?|abra)(?:\\s+(?:on|at|en|el|los|la|las|a))*";

/** Matches a Spanish word that beside a time says no more than that; the English ones are small words anyway. */
export const isOpening = /^(?:abiert[oa]s?|abren?)$/;

/** Matches words beside a name that ask for its hours. */
export const asksForHours = /^(?:what|when|times?|hours?|a|que|horas?|horarios?|cuando|del?)$/;

/** Patterns of questions for somebody's hours. */
export const hoursOf = [
  /^(?:at )?(?:what time|when|what hours|how late|until when)\s+(?:do(?:es)?|is|are|will)\s+(?:the\s+)?(?<name>.+?)\s+(?:be\s+)?(?:open|opens|close|closes|closed)(?:\s+up)?(?:\s+today)?\s*\??$/,
  /^(?:a que hora|cuando|hasta que hora)\s+(?:abren?|cierran?|esta abiert[oa])\s+(?:(?:el|la|los|las)\s+)?(?<name>.+?)\s*\??$/,
];

/** The minute of the day that a part of it means, from 1440 on in the night after it; with `until`, any minute before that. */
export const partsOfDay: [RegExp, { minute: number; until?: number }][] = [
  [/early|temprano|before work|antes del? (?:trabajo|trabajar)/, { minute: 7 * 60 + 30 }],
  [/(?:after|past) midnight|despues de (?:la )?medianoche/, { minute: 24 * 60 + 30 }],
  [/midnight|medianoche/, { minute: 24 * 60 - 1 }],
  [/late/, { minute: 22 * 60 }],
  [/morning|manana/, { minute: 9 * 60 + 30 }],
  [/\bnoon|mediodia|midday/, { minute: 12 * 60 + 15 }],
  [/after work|despues del? (?:trabajo|trabajar)/, { minute: 17 * 60 + 30 }],
  [/afternoon|tarde/, { minute: 15 * 60 }],
  [/evening/, { minute: 18 * 60, until: 22 * 60 }],
  [/night|noche/, { minute: 20 * 60 }],
];

/** Patterns for days of the week together: the working days, all. */
export const workingDays =
  '(?:(?:the )?week\\s?days?|week\\s?nights?|mon(?:day)?s?\\s*(?:-|–|to|through|thru)\\s*fri(?:day)?s?|entre semana|(?:de )?lunes a viernes|dias (?:de semana|laborables|habiles))';
export const everyDay =
  '(?:(?:every|each) ?day(?: of the week)?|daily|(?:7|seven|siete) (?:days|dias)(?: (?:a|per|of the|de la|a la|por) (?:week|semana))?|all week(?: long)?|todos los dias|a diario|diari(?:o|amente)|toda la semana)';

/** Patterns whose groups are the part of the day; hour, minute, and half of the day. */
export const partOfDay =
  '((?:in the\\s+)?(?:early\\s+)?mornings?|(?:in the\\s+)?(?:late\\s+)?(?:afternoons?|evenings?)|(?:late\\s+|at\\s+)?nights?|early|late|noon|midnight|(?:en |por |a |de )?(?:la |el )?(?:manana|tarde|noche|mediodia)|temprano)';
export const aClock =
  '(\\d{1,2})(?::(\\d\\d))?\\s*(a\\.?m?\\.?(?![a-z])|p\\.?m?\\.?(?![a-z])|de la (?:manana|madrugada|tarde|noche)|(?:in the|this) (?:morning|afternoon|evening)|at night)';
/** Matches a half of the day that `aClock` has found, where it is the second one. */
export const secondHalf = /^(p|de la (tarde|noche)|(in the|this) (afternoon|evening)|at night)/;
export const clock = `${aClock}?`;
export const relation =
  '(?:(?:at|by|around|a las?|after|past|until|till?|hasta(?: las?)?|before|despues de(?: las?)?|antes de(?: las?)?)\\s+)';

/** After 'early', these say that it is no hour. */
export const notEarlyAs =
  '(?! (?:voting|votes?|childhood|learning|learners?|pregnancy|intervention|head|education|bird|release|retirement|detection|music|american|church|literacy|access|onset|stages?)\\b)';
export const closesEarly =
  /\b(?:clos(?:e[sd]?|ing)|cierran?|cerrad[oa]s?) (?:early|temprano)\b|\bearly clos(?:ings?|ures?)\b/;

export interface NamedTime {
  /** A text may follow a word for open. */
  pattern: string | RegExp;
  at: '24h' | 'daily' | 'late' | 'weekend' | 'tonight' | 'tomorrow' | 'today' | 'now';
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
export const daily: NamedTime = {
  // 'Open every day until 9' is about an hour.
  pattern: new RegExp(
    `\\b${opening}\\s+${everyDay}\\b(?! (?:at|by|after|before|until|till?|a las|hasta|antes|despues|\\d))`,
  ),
  at: 'daily',
  label: 'Open every day',
};
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
/** Matches a word for open that means now: it says no time, and nothing that is opened. */
function openAlone(): RegExp {
  // 'My garage door won’t open', 'help me to open a jar'.
  const isToOpen =
    "(?<!\\b(?:to|not|(?:wo|ca|do|does|did|could|would)n[’']?t|cannot|cant|never|let[’']?s|gets?|pry|force|stuck|keeps?|left|no|no se) )";
  const things =
    'air|house|houses|mic|mics|mri|bible|bar|heart|wounds?|sores?|cuts?|enrollment|concept|water|accounts?|doors?|windows?|carry|source|records?|market|play|gym|swim|studio|plan|containers?|burn|burning|burns|fires?|flames?|spaces?|meetings?|toe|toed|fractures?|books?|calls?|positions?|jobs?|ended|minded|casket|adoption|relationship|surgery|up|an?|the|my|your|our|their';
  const closedThings = 'heridas?|puertas?|ventanas?|casas?|micr?ofonos?|mente|cielo|corazon|barra|aire';
  const where = '(?:near|nearby|close (?:by|to)|around|cerca)\\b';
  return new RegExp(
    [
      `${isToOpen}\\b(?:still|currently|(?:what|who|where)(?:[’']?s| is)|is|are|que esta) (?:open|abierto)\\b(?! (?:${things})\\b)`,
      `^open\\b(?! (?:${things})\\b)`,
      `${isToOpen}\\bopen(?:$| (?=${where}))`,
      `(?<!\\b(?:${closedThings}|no esta|no estan) )\\babiert[oa]s?\\b`,
    ].join('|'),
  );
}

export const nearTimes: NamedTime[] = [
  { pattern: '(?:today|hoy)\\b', at: 'today', label: 'Open today' },
  { pattern: '(?:right now|now|ahora(?: mismo| mero)?|ahorita)\\b', at: 'now', label: 'Open now' },
  { pattern: openAlone(), at: 'now', label: 'Open now' },
];

/** A meal that is asked for on a day is meant at its hour. */
export const meals: [RegExp, number][] = [
  [/\b(breakfast|desayunos?|desayunar)\b/, 8 * 60 + 30],
  [/\bbrunch\b/, 11 * 60],
  [/\b(lunch|almuerzos?|almorzar)\b/, 12 * 60 + 15],
  [/\b(dinner|supper|cena|cenar)\b/, 19 * 60],
];

/** Matches those that open early, so that an hour without a half of the day is one of the morning. */
export const ofTheMorning =
  /\b(?:coffee|cafe|latte|espresso|donuts?|doughnuts?|donas?|bagels?|baker(?:y|ies)|panaderias?|pan dulce|gym|gimnasio|pilates|yoga|workout|ejercicio|daycare|guarderia|day ?care|school|escuela|dropoff|drop off)\b/;

/** The same of the evening: 'concert friday at 8'. */
export const ofTheEvening =
  /\b(?:bars?|drinks?|cocktails?|beers?|wine|cerveza|tragos|happy hour|concerts?|conciertos?|live music|musica en vivo|movies?|pelicula|cine|shows?|theat(?:er|re)|teatro|part(?:y|ies)|fiesta|karaoke|trivia|dancing|bailar|night ?club|comedy)\b/;

/** Words that turn a time to be open into one to be closed, and the other way around. */
const isNot = "(?:not|is(?: not|n[’']?t)|are(?: not|n[’']?t)|never|no(?: est[ae]n?)?|que no est[ae]n?)";
const doesNot = "(?:does(?: not|n[’']?t)|do(?: not|n[’']?t)|no)";
export const notClosed = new RegExp(`\\b${isNot} (?:closed|cerrad[oa]s?)\\b`);
export const closed = new RegExp(
  `\\b(?:${isNot} (?:open|abiert[oa]s?)|${doesNot} (?:open|abren?)|(?:closed|cerrad[oa]s?|cierran?(?! (?:a las?|tarde|despues|hasta|\\d))))\\b`,
);
/** Beside 'closed' these say when; alone it may be about a road. */
export const saysNow = /\b(?:now|ahora|ahorita)\b/;

/** Matches words that name no kind of place: 'is anybody open', 'which places are open'. */
export const isAnyPlace =
  /^(?:is|are|be|will|there|any|anything|anybody|anyone|anyplace|anywhere|something|somebody|someone|someplace|somewhere|everything|which|what|whats|where|wheres|who|whos|you|yall|u|that|still|currently|place|places|spots?|business|businesses|shops?|stores?|in|the|of|all|town|here|around|do|does|show|me|find|list|please|hay|algo|alguien|algun|alguna|alguno|lugar|lugares|sitios?|negocios?|locales|tiendas?|que|cual|cuales|quien|quienes|donde|esta|estan|este|esten|un|una|el|la|los|las|de|en|todo|todos)$/;

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
