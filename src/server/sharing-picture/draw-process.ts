/**
 * Entry of the drawing process. Its libraries take 150 MB, which a web process should not hold for pictures
 * that are made once. The process ends when nobody has asked for a while.
 */
import { drawSharingPicture } from './draw.ts';
import type { SharingPicture } from './sharing-picture.ts';

const idleMs = 15_000;
let idle = setTimeout(() => process.exit(0), idleMs);

process.on('message', async (picture: SharingPicture) => {
  clearTimeout(idle);
  try {
    process.send?.({ file: await drawSharingPicture(picture) });
  } catch (error) {
    process.send?.({ error: (error as Error).message });
  }
  idle = setTimeout(() => process.exit(0), idleMs);
});
process.on('disconnect', () => process.exit(0));
