/** The id in the address of a page of the staff area; anything else as it is typed. */
export const subjectOfAddress = (typed: string): string =>
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!.*[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-)/i.exec(typed)?.[0] ?? typed;
