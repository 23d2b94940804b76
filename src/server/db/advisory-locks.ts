/**
 * Numbers of the advisory locks. Each lets one process at a time do one kind of work. They stand in one list, because two kinds of work
 * with one number wait for each other: once a start that filled an empty site waited for indexes, and the indexes waited for the start.
 */
export const locks = {
  /** Migrations and what a start prepares. */
  start: 7_241_902_113,
  /** Indexes that are made while everybody writes. */
  indexes: 7_241_902_114,
  /** The removal of the made-up content. */
  sampleRemoval: 7_241_902_115,
  /** The made-up content of a new site. */
  sampleContent: 7_241_902_116,
  /** An import of businesses; it lasts as long as its session. */
  businessImport: 4_120_775,
  /** An import of a calendar file. */
  calendarImport: 4_711_902_301,
} as const;
