/** The town's data for structured data; the answer of `GET /api/city` fits. */
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

/** The site's name: '{name}, {region}'. */
export function siteName(town: SeoTown): string {
  return `${town.name}, ${town.region}`;
}

/** The absolute address of a path of this site; an absolute address stays. */
export function absoluteUrl(town: SeoTown, pathOrUrl: string): string {
  return /^https?:\/\//.test(pathOrUrl) ? pathOrUrl : town.siteUrl + pathOrUrl;
}
