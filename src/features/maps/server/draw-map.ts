import { loadSharp } from '#server/storage/load-sharp.ts';
import { type MapFormat, mapShapes, pixelRatio } from '../map-frame.ts';
import { type MapDrawing, mapSvg } from './map-svg.ts';

/** Flat colors and thin lines need more quality than photos, and weigh little. */
const avif = { quality: 55, effort: 3 } as const;
const webp = { quality: 80, effort: 4 } as const;

export async function drawMap(drawing: MapDrawing, format: MapFormat): Promise<Buffer> {
  const sharp = await loadSharp();
  const picture = sharp(Buffer.from(mapSvg(drawing)), { density: 72 * pixelRatio }).resize({
    width: mapShapes[drawing.frame.shape].width * pixelRatio,
  });
  const flat = picture.removeAlpha();
  return format === 'avif' ? flat.avif(avif).toBuffer() : flat.webp(webp).toBuffer();
}
