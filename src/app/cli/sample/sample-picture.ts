import type { CityPack } from '#server/city-pack.ts';
import { pictureOf } from '#server/city-pictures.ts';
import { CityPackError } from '#server/pack-files.ts';
import type { Picture } from '#shared/picture.ts';

/**
 * Reads a picture that a sample entry names. @throws CityPackError when pictures.json does not describe it
 */
export function samplePicture(pack: CityPack, file: string, where: string): Picture {
  if (pack.pictures[file] === undefined) {
    throw new CityPackError(`${pack.folder}/sample/${where}: ${file} is not described in pictures/pictures.json`);
  }
  return pictureOf(pack, file);
}
