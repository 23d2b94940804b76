/** What structured data needs of the town; the answer of `GET /api/city` fits. */
export interface SeoTown {
  name: string;
  region: string;
  country: string;
  postalCode: string;
  timeZone: string;
  language: string;
  description: string;
  geo: { latitude: number; longitude: number };
  /** The site's origin, without a slash at its end. */
  siteUrl: string;
}

/** '{name}, {region}': what the site calls itself. */
export function siteName(town: SeoTown): string {
  return `${town.name}, ${town.region}`;
}

/** The whole address of a path of this site; an address that is whole already stays. */
export function absoluteUrl(town: SeoTown, pathOrUrl: string): string {
  return /^https?:\/\//.test(pathOrUrl) ? pathOrUrl : town.siteUrl + pathOrUrl;
}
