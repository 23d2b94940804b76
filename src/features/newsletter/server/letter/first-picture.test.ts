import { expect, test } from 'vitest';
import { firstPicture } from './first-picture.ts';

const item = { key: 'a', title: 'Parade', detail: '', text: '', path: '/events/parade' };
const heading = { type: 'heading', key: 'h', text: 'Hello' } as const;

test.each([
  [
    'a block',
    [heading, { type: 'picture', key: 'p', src: '/media/u/a.1600x900.webp', alt: '' }],
    '/media/u/a.1600x900.webp',
  ],
  [
    'a text',
    [{ type: 'text', key: 't', html: '<p>See</p><img alt="A drum" src="/media/u/b.40x20.webp">' }],
    '/media/u/b.40x20.webp',
  ],
  [
    'a line, in all its widths',
    [
      {
        type: 'items',
        key: 'i',
        items: [
          { ...item, picture: null },
          { ...item, picture: { src: '/media/u/c.1600x900@384.webp', alt: '' } },
        ],
      },
    ],
    '/media/u/c.1600x900.webp',
  ],
  [
    'the second block, where the first is empty',
    [
      { type: 'picture', key: 'p', src: '', alt: '' },
      { type: 'picture', key: 'q', src: '/media/city/oak.1600x700.svg', alt: '' },
    ],
    '/media/city/oak.1600x700.svg',
  ],
  ['nothing of others', [{ type: 'text', key: 't', html: '<img src="https://else.example/x.png">' }], null],
  ['nothing', [heading], null],
] as const)('takes the picture of %s', (_, blocks, src) => {
  expect(firstPicture(blocks as unknown as Parameters<typeof firstPicture>[0])).toBe(src);
});
