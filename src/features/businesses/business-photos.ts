import type { Business } from './contract.ts';

/** A listing keeps as many; visitors see all of them while it is premium, otherwise one. */
export const maxPhotos = 12;

export interface BusinessPhoto {
  url: string;
  /** For people who do not see it. */
  alt: string;
  /** A logo is shown whole, a photo fills its frame. */
  isLogo: boolean;
}

/** Logo, photo and gallery, each picture once. Empty for a business that has only a logo, because its header shows it. */
export function businessPhotos({
  name,
  logoUrl,
  imageUrl,
  photos,
}: Pick<Business, 'name' | 'logoUrl' | 'imageUrl' | 'photos'>): BusinessPhoto[] {
  const all: BusinessPhoto[] = [
    ...(logoUrl === null ? [] : [{ url: logoUrl, alt: `Logo of ${name}`, isLogo: true }]),
    ...(imageUrl === null ? [] : [{ url: imageUrl, alt: `Photo of ${name}`, isLogo: false }]),
    ...photos.map(({ url, alt }, place) => ({ url, alt: alt || `Photo ${place + 1} of ${name}`, isLogo: false })),
  ];
  const each = all.filter(({ url }, place) => all.findIndex((other) => other.url === url) === place);
  if (each.every(({ isLogo }) => isLogo)) return [];
  // The header shows the logo, too: it makes room for the photos.
  return each.length > maxPhotos ? each.filter(({ isLogo }) => !isLogo).slice(0, maxPhotos) : each;
}
