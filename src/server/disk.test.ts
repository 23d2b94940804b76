import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boundsOf, diskWarning, readDisk, tendReserve } from './disk.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alameda-disk-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sizeBytes = 100e6;
const reserve = () =>
  stat(join(folder, 'disk-reserve')).then(
    ({ size }) => size,
    () => 0,
  );

it('takes a reserve while there is room, gives it back on a full disk, and takes it again later', async () => {
  const { giveBackBelow, reserveBytes, takeFrom } = boundsOf({ sizeBytes, freeBytes: 0 });
  const look = (freeBytes: number) => tendReserve(folder, { sizeBytes, freeBytes });
  await look(takeFrom);
  expect(await reserve()).toBe(0);
  await look(takeFrom + 1);
  expect(await reserve()).toBeGreaterThanOrEqual(reserveBytes);
  await look(giveBackBelow);
  expect(await reserve()).toBeGreaterThan(0);
  await look(giveBackBelow - 1);
  expect(await reserve()).toBe(0);
  await look(reserveBytes);
  expect(await reserve()).toBe(0);
});

it('goes on refusing after the reserve alone has made room', () => {
  for (const size of [100e6, 10e9, 1000e9]) {
    const { giveBackBelow, refuseBelow, reserveBytes, takeFrom, warnBelow } = boundsOf({
      sizeBytes: size,
      freeBytes: 0,
    });
    expect(giveBackBelow + reserveBytes).toBeLessThan(refuseBelow);
    expect(refuseBelow + reserveBytes).toBeLessThan(takeFrom);
    expect(refuseBelow).toBeLessThan(warnBelow);
  }
});

it('warns in words, and only when there is a reason', () => {
  expect(diskWarning({ sizeBytes: 100e9, freeBytes: 3e9 })).toBeUndefined();
  expect(diskWarning({ sizeBytes: 100e9, freeBytes: 1.5e9 })).toBe('the disk that holds DATA_DIR has 1500 MB left');
  expect(diskWarning({ sizeBytes: 100e9, freeBytes: 1e6 })).toMatch(/1 MB left: nothing is saved until there is room$/);
  expect(diskWarning(undefined)).toBeUndefined();
});

it('reads a real disk', async () => {
  const disk = await readDisk(folder);
  expect(disk?.sizeBytes).toBeGreaterThan(0);
  expect(await readDisk(join(folder, 'missing'))).toBeUndefined();
});
