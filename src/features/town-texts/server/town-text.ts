/** A text of the town that is no business: an event, an article, a page of the site or an entry on one. */
export interface TownText {
  kind: 'event' | 'article' | 'page';
  title: string;
  /** A path of this site, or a web address. */
  href: string;
  /** A telephone number to call for it, with which the note begins. */
  phone?: string | undefined;
  /** A line below the title. */
  note: string | null;
  /** Words with which people ask for it, besides those of the title. */
  also: string;
  /** Text that mentions things. */
  body: string;
  /** Texts with the same name are one, for example the times of an event: the first that is not over stands for all. */
  same?: string;
  /** The city's day on which it begins: '2026-07-04'. */
  day?: string;
  /** It begins in the evening, or lasts into it. */
  isLate?: boolean;
  /** A later time of an event: found by its day, not by its words. */
  isLater?: boolean;
  /** Over from this moment on, in ms since 1970. */
  endsAt?: number;
}
