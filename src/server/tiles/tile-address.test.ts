import { expect, it, test } from 'vitest';
import { readTilePath } from './tile-address.ts';

const bounds = [-98.56, 29.41, -98.42, 29.54] as const;

it('reads the tiles of the town at every zoom', () => {
  expect(readTilePath('/tiles/0/0/0.mvt', bounds)).toEqual({ z: 0, x: 0, y: 0 });
  expect(readTilePath('/tiles/14/3709/6787.mvt', bounds)).toEqual({ z: 14, x: 3709, y: 6787 });
  expect(readTilePath('/tiles/16/14838/27148.mvt', bounds)).toEqual({ z: 16, x: 14838, y: 27148 });
  for (let z = 0; z <= 16; z++) {
    const x = Math.floor(((180 - 98.488) / 360) * 2 ** z);
    const count = Array.from({ length: 2 ** Math.min(z, 16) }, (_, y) => y).filter((y) =>
      readTilePath(`/tiles/${z}/${x}/${y}.mvt`, bounds),
    ).length;
    // 0.13 degrees are 15 km: 27 tiles or so at zoom 16.
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(30);
  }
});

test.each([
  '/tiles/99/0/0.mvt',
  '/tiles/17/29677/54297.mvt',
  '/tiles/-1/0/0.mvt',
  '/tiles/14/-3709/6787.mvt',
  '/tiles/14/3709/6788.5.mvt',
  '/tiles/14/03709/6787.mvt',
  '/tiles/014/3709/6787.mvt',
  '/tiles/14/3709/6787',
  '/tiles/14/3709/6787.png',
  '/tiles/14/3709/6787.mvt/',
  '/tiles/14/3709/6787.mvt.mvt',
  '/tiles/14/0/0.mvt',
  '/tiles/14/3709/9999.mvt',
  '/tiles/0/1/0.mvt',
  '/tiles/1e1/0/0.mvt',
  '/tiles/0x1/0/0.mvt',
  '/tiles/14/../../etc/passwd.mvt',
  '/tiles/https://evil.example/14/3709/6787.mvt',
  '/tiles//evil.example/3709/6787.mvt',
])('refuses %s', (path) => {
  expect(readTilePath(path, bounds)).toBeNull();
});
