/** Tells whether a key works at this address: browsers offer it to the host name alone for which it was made. */
export const worksAt = (host: string | null, siteUrl: string): boolean =>
  host === null || host === new URL(siteUrl).hostname;
