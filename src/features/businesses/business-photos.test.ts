import { expect, test } from 'vitest';
import { businessPhotos } from './business-photos.ts';

const none = { name: 'Fig & Ladder', logoUrl: null, imageUrl: null, photos: [] };

test('logo, photo and gallery in this order, each once, each with words', () => {
  const photos = businessPhotos({
    ...none,
    logoUrl: '/logo.svg',
    imageUrl: '/front.jpg',
    photos: [
      { url: '/front.jpg', alt: 'The front' },
      { url: '/bar.jpg', alt: 'The bar' },
      { url: '/plate.jpg', alt: '' },
    ],
  });
  expect(photos).toEqual([
    { url: '/logo.svg', alt: 'Logo of Fig & Ladder', isLogo: true },
    { url: '/front.jpg', alt: 'Photo of Fig & Ladder', isLogo: false },
    { url: '/bar.jpg', alt: 'The bar', isLogo: false },
    { url: '/plate.jpg', alt: 'Photo 3 of Fig & Ladder', isLogo: false },
  ]);
});

test('nothing when there is nothing', () => {
  expect(businessPhotos(none)).toEqual([]);
  // The header shows a logo already.
  expect(businessPhotos({ ...none, logoUrl: '/logo.svg' })).toEqual([]);
});
