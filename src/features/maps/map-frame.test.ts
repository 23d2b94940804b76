import { expect, it, test } from 'vitest';
import { frameAround, framePath, type MapBounds, placeZoom, positionIn, readFramePath } from './map-frame.ts';

const bounds: MapBounds = [-98.56, 29.41, -98.42, 29.54];
const place = { latitude: 29.4788, longitude: -98.4876 };
const read = (path: string) => readFramePath(path, bounds);

it('has a picture around each place of the town, with the place near its middle', () => {
  for (let n = 0; n < 200; n++) {
    const one = { latitude: 29.41 + 0.13 * Math.random(), longitude: -98.56 + 0.14 * Math.random() };
    const frame = frameAround(one, 'card');
    expect(read(framePath(frame, 'dark', 'webp'))).toEqual({ frame, theme: 'dark', format: 'webp' });
    const { x, y } = positionIn(frame, one);
    expect(Math.abs(x - 50)).toBeLessThanOrEqual(2);
    expect(Math.abs(y - 50)).toBeLessThanOrEqual(3.1);
  }
});

it('places east of the middle to the right of it, and north of it above', () => {
  const frame = frameAround(place, 'card');
  const middle = positionIn(frame, place);
  // 100 m are 48 px there.
  const east = positionIn(frame, { ...place, longitude: place.longitude + 100 / (111_320 * Math.cos(0.5145)) });
  expect(((east.x - middle.x) / 100) * 400).toBeCloseTo(48, 0);
  expect(positionIn(frame, { ...place, latitude: place.latitude + 0.001 }).y).toBeLessThan(middle.y);
});

const good = framePath(frameAround(place, 'card'), 'light', 'avif');
test.each([
  good.replace('card', 'poster'),
  good.replace(`/${placeZoom}/`, '/99/'),
  good.replace(`/${placeZoom}/`, '/15/'),
  good.replace('light', 'sepia'),
  good.replace('avif', 'png'),
  good.replace(/\d+-/, '0-'),
  good.replace(/-\d+/, '-0'),
  good.replace(/(\d+)-/, '0$1-'),
  good.replace(/(\d+)-/, '-$1-'),
  good.replace(/(\d+)-/, '$1.5-'),
  `${good}/`,
  `${good}.avif`,
  `/x${good}`,
  '/maps/',
  '/maps/../../etc/passwd',
  framePath(frameAround({ latitude: 48.137, longitude: 11.575 }, 'card'), 'light', 'avif'),
  framePath(frameAround({ latitude: place.latitude, longitude: -98.41 }, 'card'), 'light', 'avif'),
])('refuses %s', (path) => {
  expect(read(good)).not.toBeNull();
  expect(read(path)).toBeNull();
});
