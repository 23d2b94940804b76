/** The address of one line of the queue: it opens there, or the page says that it is decided. */
export const queueLinePath = (id: string): string => `/staff?open=${id}`;
