/** The drawings of src/web/art as files that pages ask for: sprites, and a place of business for each category. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { DrawnCategory } from '../src/shared/drawn-categories.ts';
import { categoryPatterns } from '../src/web/art/patterns.ts';

const innerOf = (svg: string) => svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>')).trim();

/** A file with a symbol for each drawing, which a page can tint by CSS variables. */
function spriteOf(drawings: Record<string, string>): string {
  const symbols = Object.entries(drawings).map(([symbol, svg]) => {
    const viewBox = /viewBox="([^"]+)"/.exec(svg)?.[1];
    return `<symbol id="${symbol}" viewBox="${viewBox}">${innerOf(svg)}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** Drawings as symbols of one file, so that a page loads them once. */
function spriteFile(name: string, drawings: () => Record<string, string>): Plugin {
  const id = `virtual:${name}`;
  const sprite = () => spriteOf(drawings());
  let serving = false;
  return {
    name,
    configResolved(config) {
      serving = config.command === 'serve';
    },
    configureServer(server) {
      server.middlewares.use(`/${name}.svg`, (_, response) => {
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(sprite());
      });
    },
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(loaded) {
      if (loaded !== `\0${id}`) return null;
      if (serving) return `export default '/${name}.svg'`;
      const reference = this.emitFile({ type: 'asset', name: `${name}.svg`, source: sprite() });
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`;
    },
    resolveFileUrl: ({ fileName }) => JSON.stringify(`/${fileName}`),
  };
}

const artFolder = join(import.meta.dirname, '../src/web/art');
const drawing = (file: string) => readFileSync(join(artFolder, file), 'utf8');

/** One glyph for each category. */
export function categorySprite(): Plugin {
  return spriteFile('category-sprite', () => {
    const files = readdirSync(join(artFolder, 'categories')).filter((file) => file.endsWith('.svg'));
    return Object.fromEntries(files.sort().map((file) => [file.slice(0, -4), drawing(`categories/${file}`)]));
  });
}

function properties(): Record<string, string> {
  const files = readdirSync(join(artFolder, 'properties')).filter((file) => file.endsWith('.svg'));
  return Object.fromEntries(files.sort().map((file) => [file.slice(0, -4), drawing(`properties/${file}`)]));
}

/** One line drawing for each property of a listing. */
export function propertySprite(): Plugin {
  return spriteFile('property-sprite', properties);
}

/** The same, for the server: a page shows a few of them, and carries those by itself. */
export function propertyDrawings(): Plugin {
  const id = 'virtual:property-drawings';
  return {
    name: 'property-drawings',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(loaded) {
      if (loaded !== `\0${id}`) return null;
      const inner = Object.entries(properties()).map(([name, svg]) => [name, innerOf(svg)]);
      return `export default ${JSON.stringify(Object.fromEntries(inner))}`;
    },
  };
}

/** One tile for each category, to repeat behind a heading. */
export function patternSprite(): Plugin {
  return spriteFile('pattern-sprite', () =>
    Object.fromEntries(
      Object.entries(categoryPatterns).map(([slug, { viewBox, paths }]) => [
        slug,
        `<svg viewBox="${viewBox}">${paths.map((path) => `<path d="${path}"/>`).join('')}</svg>`,
      ]),
    ),
  );
}

/** The place of each kind of business in src/web/art/places, by category. */
const placeOf: Record<DrawnCategory, string> = {
  shopping: 'shop',
  other: 'shop',
  'food-dining': 'cafe',
  'health-beauty': 'salon',
  'home-services': 'van',
  automotive: 'garage',
  'legal-services': 'office',
  'professional-services': 'office',
  finance: 'office',
  technology: 'office',
  'medical-services': 'clinic',
  'pet-services': 'clinic',
  'real-estate-services': 'home',
  'arts-entertainment': 'hall',
  education: 'hall',
};

/** Drawings of businesses, a file for each category, so that a page loads only the one that it shows. */
export function placeFiles(): Plugin {
  const id = 'virtual:place-files';
  const files = Object.entries(placeOf).map(([category, place]) => ({
    category,
    source: spriteOf({ place: drawing(`places/${place}.svg`) }),
  }));
  const version = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 8);
  const nameOf = (category: string) => `assets/place-${category}-${version}.svg`;
  let serving = false;
  return {
    name: 'place-files',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    configureServer(server) {
      for (const { category, source } of files) {
        server.middlewares.use(`/${nameOf(category)}`, (_, response) => {
          response.setHeader('Content-Type', 'image/svg+xml');
          response.end(source);
        });
      }
    },
    buildStart() {
      if (serving) return;
      for (const { category, source } of files) {
        this.emitFile({ type: 'asset', fileName: nameOf(category), source });
      }
    },
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (loaded) =>
      loaded === `\0${id}` ? `export default (category) => '/assets/place-' + category + '-${version}.svg'` : null,
  };
}
