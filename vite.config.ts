import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, parseSync, Visitor } from 'vite';
import { categoryPatterns } from './src/web/art/patterns.ts';

/** Page code must never contain server code: not by mistake, not in development either. */
function serverWall(): Plugin {
  const sourceFolder = join(import.meta.dirname, 'src');
  return {
    name: 'server-wall',
    enforce: 'pre',
    resolveId(source, importer) {
      if (/^(#server\/|#features\/[^/]+\/server\/|node:)/.test(source) && importer?.startsWith(sourceFolder)) {
        this.error(`${importer} imports ${source}: pages reach the server through the API only`);
      }
      return null;
    },
  };
}

/** Drawings as symbols of one file, so that a page loads them once and tints them by CSS variables. */
function spriteFile(name: string, drawings: () => Record<string, string>): Plugin {
  const id = `virtual:${name}`;
  const sprite = () => {
    const symbols = Object.entries(drawings()).map(([symbol, svg]) => {
      const viewBox = /viewBox="([^"]+)"/.exec(svg)?.[1];
      const inner = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>')).trim();
      return `<symbol id="${symbol}" viewBox="${viewBox}">${inner}</symbol>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  };
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

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Replaces parts of a file, the last one first, so that the places of the others stay true. */
const applyEdits = (code: string, edits: readonly Edit[]) =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);

/**
 * The parts of an endpoint that browsers need: the server has checked its answer by the same contract before
 * sending it.
 */
const calledBy = ['method', 'path', 'upload'];

/**
 * Leaves out of the browsers' contracts what only servers read, and marks the schemas as made without a side effect: those
 * that no form checks by are gone then, and with the last one of a page the library.
 */
function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    enforce: 'pre',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    transform(code, file) {
      if (!file.startsWith(join(import.meta.dirname, 'src')) || !code.includes("from 'zod/mini'")) return null;
      const edits: Edit[] = [];
      new Visitor({
        CallExpression({ callee, arguments: [shape] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || shape?.type !== 'ObjectExpression') return;
          for (const [place, property] of shape.properties.entries()) {
            if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
            if (calledBy.includes(property.key.name)) continue;
            const end = shape.properties[place + 1]?.start ?? shape.end - 1;
            edits.push({ start: property.start, end, text: '' });
          }
        },
        Program({ body }) {
          for (const statement of body) {
            const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
            if (declared?.type !== 'VariableDeclaration') continue;
            for (const { init } of declared.declarations) {
              if (init?.type !== 'CallExpression') continue;
              edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' });
              edits.push({ start: init.end, end: init.end, text: ')()' });
            }
          }
        },
      }).visit(parseSync(file, code).program);
      return { code: applyEdits(code, edits), map: null };
    },
  };
}

/**
 * Leaves out of the browsers' route table what only the server reads: each page's file and facts. Of the query
 * parameters, the browser has to know the lists (src/app/pages/page-search.ts), nothing else.
 */
function leanRoutes(): Plugin {
  return {
    name: 'lean-routes',
    enforce: 'pre',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    transform(code, file) {
      if (file !== join(import.meta.dirname, 'src/app/pages/routes.ts')) return null;
      const edits: Edit[] = [];
      new Visitor({
        CallExpression({ callee, arguments: [, name] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'route' || !name) return;
          edits.push({ start: name.start, end: name.end, text: "''" });
        },
        ObjectExpression({ properties, end: last }) {
          for (const [place, property] of properties.entries()) {
            if (property.type !== 'Property' || property.value.type === 'ObjectExpression') continue;
            if (property.value.type === 'Literal' && property.value.value === 'list') continue;
            edits.push({ start: property.start, end: properties[place + 1]?.start ?? last - 1, text: '' });
          }
        },
      }).visit(parseSync(file, code).program);
      return { code: applyEdits(code, edits), map: null };
    },
  };
}

/**
 * The code of every page in one file, which compresses better than seven. The form checks depend on the last
 * entry.
 */
const everyPage =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|clsx)\/(?!.*[iI]nfinite)|node_modules\/lucide-react\/dist\/esm\/(?!icons\/)|src\/shared\/city\.ts/;

/** The code that checks forms. */
const formChecks =
  /node_modules\/zod\/|src\/shared\/opening-hours\.ts|src\/features\/businesses\/closures\.ts|src\/web\/forms\/check-form\.ts|src\/shared\/errors-by-field\.ts/;

/** The code of every list of businesses. */
const businessCards =
  /src\/features\/businesses\/web\/(business-(card|card-skeleton|grid|logo|queries)|card-(facts|open))\.tsx?|src\/features\/categories\/(category-color\.ts|web\/category-(badge|queries)\.)|src\/web\/ui\/category-glyph\.tsx|category-sprite/;

/** The parts that cards and a business's own page share: the forms and calendars would carry them for nothing. */
const cardsAndPage = /src\/features\/businesses\/(opening-hours|phone-link|format-phone)\.ts/;

/** Code for signed-in people, and code that only a few visitors' pages share: other pages should not load it. */
const membersOnly =
  /src\/features\/accounts\/(?!contract|web\/current-user|next-page)|src\/features\/businesses\/(owner-contract|business-form|form-values)\.ts|src\/features\/businesses\/web\/(own|use-business|business-fields)|src\/web\/forms\/(draft|save-|use-draft)|src\/features\/(articles|billing|claims|listing-orders|newsletter|premium|statistics)\/|src\/shared\/money\.ts|src\/web\/ui\/(spinner|bar-chart)\.tsx|icons\/(trash-2|plus|pencil|arrow-left|chart-column)\./;

/** Shared by the pages of the staff area. */
const staffOnly =
  /src\/routes\/staff|src\/features\/(approvals|audit|imports|settings|staff-frame)\/|src\/features\/ads\/(ad-state|web\/ad-form)|src\/web\/(pictures|rich-text)\/|src\/features\/articles\/(article-|compare-|web\/(editor\/|article-state))|-contract\.ts|web\/(message-card|report-card|merge-form)\.tsx/;

/** Code for writing events: the page that lists them needs none of it. */
const eventDesk = /src\/features\/events\/(?!contract|web\/(event-item|event-list|event-quer|events-|month-))/;

/** Code of pages that few visitors open: paying, claiming, numbers, mails, and sending by staff. */
const seldom =
  /src\/features\/(billing|claims|imports|listing-orders|newsletter|premium|settings|statistics)\/|src\/features\/ads\/contract|src\/shared\/staff-pictures|src\/web\/pictures\//;

const isForVisitors = (file: string) =>
  /src\/|node_modules\/lucide-react\//.test(file) &&
  ![membersOnly, staffOnly, eventDesk, seldom, businessCards, cardsAndPage].some((pattern) => pattern.test(file));

const artFolder = join(import.meta.dirname, 'src/web/art');
const drawing = (file: string) => readFileSync(join(artFolder, file), 'utf8');

/** One glyph for each category. */
function categorySprite(): Plugin {
  return spriteFile('category-sprite', () => {
    const files = readdirSync(join(artFolder, 'categories')).filter((file) => file.endsWith('.svg'));
    return Object.fromEntries(files.sort().map((file) => [file.slice(0, -4), drawing(`categories/${file}`)]));
  });
}

/** One line drawing for each property of a listing. */
function propertySprite(): Plugin {
  return spriteFile('property-sprite', () => {
    const files = readdirSync(join(artFolder, 'properties')).filter((file) => file.endsWith('.svg'));
    return Object.fromEntries(files.sort().map((file) => [file.slice(0, -4), drawing(`properties/${file}`)]));
  });
}

/** One tile for each category, to repeat behind a heading. */
function patternSprite(): Plugin {
  return spriteFile('pattern-sprite', () =>
    Object.fromEntries(
      Object.entries(categoryPatterns).map(([slug, { viewBox, paths }]) => [
        slug,
        `<svg viewBox="${viewBox}">${paths.map((path) => `<path d="${path}"/>`).join('')}</svg>`,
      ]),
    ),
  );
}

/** The picture of a business that has none. */
function shopFrontSprite(): Plugin {
  return spriteFile('shop-front-sprite', () => ({ 'shop-front': drawing('shop-front.svg') }));
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    serverWall(),
    leanContracts(),
    leanRoutes(),
    categorySprite(),
    propertySprite(),
    patternSprite(),
    shopFrontSprite(),
    react(),
    tailwindcss(),
  ],
  publicDir: isSsrBuild ? false : 'src/web/public',
  build: isSsrBuild
    ? { outDir: 'dist/pages', target: 'node24', emptyOutDir: true, copyPublicDir: false, minify: false }
    : {
        outDir: 'dist/client',
        manifest: true,
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: false,
        rollupOptions: {
          input: 'src/app/pages/hydrate-page.tsx',
          output: {
            codeSplitting: {
              groups: [
                { name: 'base', test: everyPage, priority: 3 },
                // Before the pages' contracts, which would take it with them: only pages with a form to check load it.
                { name: 'checks', test: formChecks, priority: 2 },
                // A request costs a page more than the few bytes of an icon that only other pages show.
                { name: 'shared', test: isForVisitors, minShareCount: 3, priority: 1 },
                // After what they stand on, which other pages load as well.
                { name: 'hours', test: cardsAndPage },
                { name: 'cards', test: businessCards },
              ],
            },
          },
        },
        reportCompressedSize: false,
      },
  // One file without imports starts fastest; in development packages load as they are.
  ...(isSsrBuild
    ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
    : {}),
}));
