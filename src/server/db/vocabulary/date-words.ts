/** Words for days, weeks, months and holidays, in English and in Spanish without accents. */

const months: readonly string[] = [
  ...['january|jan|enero', 'february|feb|febrero', 'march|mar|marzo', 'april|apr|abril', 'may|mayo', 'june|jun|junio'],
  ...['july|jul|julio', 'august|aug|agosto', 'september|sept?|septiembre', 'october|oct|octubre'],
  ...['november|nov|noviembre', 'december|dec|diciembre'],
];

/** A pattern for the name of a month. */
export const month = months.join('|');

/** 'dec' is 12; 0: it is no month. */
export const monthOf = (name: string) =>
  months.findIndex((names) => names.split('|').some((each) => is(each, name))) + 1;
const is = (pattern: string, name: string) => new RegExp(`^(?:${pattern})$`).test(name);

const longMonth = months
  .map((names) =>
    names
      .split('|')
      .filter((name) => name.length > 4 || /^(?:may|june|july|mayo)$/.test(name))
      .join('|'),
  )
  .join('|');
const thisOrNext = '(?:(?:this|next|el|este|proximo) )(?:coming )?(?:month|mes(?: que viene)?)|el proximo mes';

/** The group is the month; none: this one or the next. */
export const monthSaid = new RegExp(`\\b(?:(?:in|during|throughout|all of|en) (${longMonth})|${thisOrNext})\\b`);
/** The same where somebody asks for events: 'december events'. */
export const namedMonth = new RegExp(
  `\\b(?:(?:(?:in|during|throughout|all of|this|next|en|de) )?(${longMonth})|${thisOrNext})\\b`,
);
export const isNextMonth = /next|proximo|que viene/;

/** The group says that it is the week after this one. */
export const week =
  /\b(?:(?:the )?(next week|(?:la )?(?:proxima semana|semana que viene|semana proxima))|(?:for |of |the rest of )*(?:this|the coming|esta) (?:week|semana))\b(?!\s*end)/;

export const nextWeekend =
  /\b(?:(?:the )?(?:next|following) weekend|weekend after (?:this|next)|(?:el )?(?:proximo fin de semana|fin de semana (?:proximo|que viene)))\b/;

/** Somebody asks what is on. */
export const eventWords =
  /\b(?:events?|eventos?|concerts?|conciertos?|festivals?|festivales|markets?|mercados?|parades?|fairs?|calendar|calendario|what(?:[’']?s| is) (?:on|happening|going on)|happening|things to do|que hay|que hacer|meetings?)\b/;

/** Right before a day: a place is to be open on it, or people ask for its hours. */
export const opensBefore =
  /\b(?:(?:(?:that(?:s| is)|who(?:[’']?s)?|what(?:[’']?s)?|which|is|are|will be|still|que esten?|esten?) )*(?:open(?:s|ing)?|close[sd]?|closing|hours?|times?|abiert[oa]s?|abren?|cerrad[oa]s?|cierran?|horarios?)(?: (?:on|at|for|during|the|en|el|los|la|de))*) $/;
/** The same right after it. */
export const opensAfter =
  /^ (?:business |opening |holiday )?(?:open(?:ing)?|hours?|closings?|closed|abiert[oa]s?|horarios?)\b/;

/** Such words ask who is closed; 'closing' asks for hours. */
export const saysClosed = /\b(?:closed|cerrad[oa]s?)\b/;

/** Begins a day on which something is to be. */
export const onThatDay = /^(?:on|el|en) /;

interface Holiday {
  pattern: string;
  name: string;
  /** The part of its yearly rule that says the day, by RFC 5545; BYEASTER counts days from Easter Sunday. */
  rule: string;
  /** Many shops and offices keep other hours on it. */
  changesHours?: true;
}

/** Matches the name of a holiday that people mean as one day, not as a season. */
export const isOneDay = / Eve$/;

/** Longer names stand before shorter ones. */
export const holidays: readonly Holiday[] = [
  {
    pattern: "new year[’']?s? eve|nochevieja|fin de ano",
    name: 'New Year’s Eve',
    rule: 'BYMONTH=12;BYMONTHDAY=31',
    changesHours: true,
  },
  { pattern: "new year[’']?s?|ano nuevo", name: 'New Year’s Day', rule: 'BYMONTH=1;BYMONTHDAY=1', changesHours: true },
  {
    pattern: 'christmas eve|xmas eve|nochebuena',
    name: 'Christmas Eve',
    rule: 'BYMONTH=12;BYMONTHDAY=24',
    changesHours: true,
  },
  { pattern: 'christmas|xmas|navidad', name: 'Christmas Day', rule: 'BYMONTH=12;BYMONTHDAY=25', changesHours: true },
  {
    pattern: 'black friday|day after thanksgiving',
    name: 'the day after Thanksgiving',
    rule: 'BYMONTH=11;BYDAY=FR;BYMONTHDAY=23,24,25,26,27,28,29',
  },
  {
    pattern: 'thanksgiving|turkey day|(?:dia de )?accion de gracias',
    name: 'Thanksgiving',
    rule: 'BYMONTH=11;BYDAY=+4TH',
    changesHours: true,
  },
  {
    pattern: '(?:martin luther king|mlk)(?: jr)?',
    name: 'Martin Luther King Day',
    rule: 'BYMONTH=1;BYDAY=+3MO',
    changesHours: true,
  },
  { pattern: "president[’']?s?[’']? day", name: 'Presidents’ Day', rule: 'BYMONTH=2;BYDAY=+3MO', changesHours: true },
  { pattern: "valentine[’']?s?[’']? day|san valentin", name: 'Valentine’s Day', rule: 'BYMONTH=2;BYMONTHDAY=14' },
  { pattern: 'good friday|viernes santo', name: 'Good Friday', rule: 'BYEASTER=-2' },
  {
    pattern: 'easter(?: sunday)?|domingo de pascua|pascua',
    name: 'Easter Sunday',
    rule: 'BYEASTER=0',
    changesHours: true,
  },
  { pattern: "mother[’']?s?[’']? day|dia de las madres", name: 'Mother’s Day', rule: 'BYMONTH=5;BYDAY=+2SU' },
  { pattern: 'memorial day', name: 'Memorial Day', rule: 'BYMONTH=5;BYDAY=-1MO', changesHours: true },
  { pattern: 'juneteenth', name: 'Juneteenth', rule: 'BYMONTH=6;BYMONTHDAY=19', changesHours: true },
  { pattern: "father[’']?s?[’']? day|dia del padre", name: 'Father’s Day', rule: 'BYMONTH=6;BYDAY=+3SU' },
  {
    pattern: 'fourth of july|4th of july|july (?:4th|fourth)|independence day|cuatro de julio',
    name: 'Independence Day',
    rule: 'BYMONTH=7;BYMONTHDAY=4',
    changesHours: true,
  },
  { pattern: 'labor day', name: 'Labor Day', rule: 'BYMONTH=9;BYDAY=+1MO', changesHours: true },
  {
    pattern: "columbus day|indigenous people[’']?s?[’']? day",
    name: 'Columbus Day',
    rule: 'BYMONTH=10;BYDAY=+2MO',
    changesHours: true,
  },
  { pattern: 'halloween', name: 'Halloween', rule: 'BYMONTH=10;BYMONTHDAY=31' },
  { pattern: "veteran[’']?s?[’']? day", name: 'Veterans Day', rule: 'BYMONTH=11;BYMONTHDAY=11', changesHours: true },
];
