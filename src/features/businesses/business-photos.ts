import type { Business } from './contract.ts';

export interface BusinessPhoto {
  url: string;
  /** For people who do not see it. */
  alt: string;
  /** A logo is shown whole, a photo fills its frame. */
  isLogo: boolean;
}

/** Logo, photo and gallery, without repeating a picture. */
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
  return all.filter(({ url }, place) => all.findIndex((other) => other.url === url) === place);
}
