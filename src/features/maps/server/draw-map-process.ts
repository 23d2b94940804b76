/**
 * Entry of the process that draws maps. It keeps the drawing's memory, and whatever a map source sends, out of the web
 * processes. The process ends when nobody has asked for a while.
 */
import type { MapFormat } from '../map-frame.ts';
import { drawMap } from './draw-map.ts';
import type { MapDrawing } from './map-svg.ts';

const idleMs = 15_000;
let idle = setTimeout(() => process.exit(0), idleMs);

process.on('message', async ({ format, ...drawing }: MapDrawing & { format: MapFormat }) => {
  clearTimeout(idle);
  try {
    process.send?.({ file: await drawMap(drawing, format) });
  } catch (error) {
    process.send?.({ error: (error as Error).message });
  }
  idle = setTimeout(() => process.exit(0), idleMs);
});
process.on('disconnect', () => process.exit(0));
