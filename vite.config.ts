import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, parseSync, Visitor } from 'vite';
import {
  categorySprite,
  patternSprite,
  placeFiles,
  propertyDrawings,
  propertySprite,
} from './scripts/drawing-files.ts';
import { reactStandIn } from './scripts/react-stand-in.ts';
import { serverIcons } from './scripts/server-icons.ts';
import { serverWall } from './scripts/server-wall.ts';

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

/** The parts of an endpoint that browsers need: the server has checked its answer by the same contract before sending it. */
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
 * Leaves out of the browsers' route table what only the server reads: each page's file and facts. The browser has to know
 * which pages it may read ahead (src/app/pages/read-ahead.ts), and of the query parameters the lists (page-search.ts).
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
            if (property.key.type === 'Identifier' && property.key.name === 'isIndexed') continue;
            edits.push({ start: property.start, end: properties[place + 1]?.start ?? last - 1, text: '' });
          }
        },
      }).visit(parseSync(file, code).program);
      return { code: applyEdits(code, edits), map: null };
    },
  };
}

/** Shortens the spellings of imported columns, which only servers read, in the browsers' list of a listing's fields. */
function leanFields(): Plugin {
  return {
    name: 'lean-fields',
    enforce: 'pre',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    transform(code, file) {
      if (file !== join(import.meta.dirname, 'src/shared/listing-fields.ts')) return null;
      const edits: Edit[] = [];
      new Visitor({
        Property({ key, value }) {
          if (key.type !== 'Identifier' || key.name !== 'spellings' || value.type !== 'Literal') return;
          // Not empty: a field that has spellings can be imported.
          edits.push({ start: value.start, end: value.end, text: "'-'" });
        },
      }).visit(parseSync(file, code).program);
      return { code: applyEdits(code, edits), map: null };
    },
  };
}

/**
 * Replaces Vite's helper for lazy imports, 700 bytes of every page: it also looks for scripts to load ahead, which
 * this build never asks for. Ours loads the styles that a lazy part brings, once, and then the part.
 */
function leanLazyImports(): Plugin {
  return {
    name: 'lean-lazy-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `const add = (path) => document.querySelector('link[href="/' + path + '"]') || new Promise((done, fail) => {
            const link = document.createElement('link');
            link.rel = 'stylesheet';
            link.href = '/' + path;
            link.onload = done;
            link.onerror = fail;
            document.head.append(link);
          });
          export const __vitePreload = (load, paths) =>
            paths && paths.length ? Promise.all(paths.filter((path) => path.endsWith('.css')).map(add)).then(load) : load();`
        : null,
  };
}

/** The code that checks forms. */
const formChecks =
  /node_modules\/zod\/|src\/shared\/(opening-hours|hours-clashes)\.ts|src\/features\/businesses\/closures\.ts|src\/web\/forms\/check-form\.ts|src\/shared\/(errors-by-field|trap-field)\.ts/;

/**
 * The code of every list of businesses, and the small parts that such lists share with a business's own page: a request costs a
 * page more than they do.
 */
const businessCards =
  /src\/features\/businesses\/(web\/(business-(card|card-skeleton|not-found|grid|logo|queries)|card-(facts|open)|save-later|search-field|confirmed-note)\.tsx?|(opening-hours|phone-link|format-phone|business-photos)\.ts)|src\/features\/categories\/(category-color\.ts|web\/category-(badge|band|queries)\.)|src\/web\/ui\/category-glyph\.tsx|category-sprite|shared\/report-reasons|businesses\/web\/share-business|icons\/(badge-check|calendar-days|chevron-(left|right)|star)\./;

/** Small parts that home and the pages of news share. */
const townLife =
  /src\/features\/(ads\/web\/ad-view|events\/web\/(event-queries|month-calendar)\.|articles\/(contract\.ts|web\/(article-(labels|queries|teaser)|teaser-queries))|newsletter\/(contract\.ts|web\/newsletter-box))/;

/** Small parts of the pages of events. */
const eventDays =
  /src\/features\/events\/((event-clock|when-text)\.ts|web\/event-(badge|marks)\.)|empty\/no-events|icons\/((calendar-)?plus|store)\./;

/** Shared by the pages that name prices. */
const prices = /src\/(shared\/money|features\/billing\/(plans|catalogue|price-story))\.ts/;

/** Code for signed-in people, and code that only a few visitors' pages share: other pages should not load it. */
const membersOnly =
  /src\/features\/accounts\/(?!contract|web\/current-user|next-page)|src\/features\/businesses\/(owner-contract|business-form|form-values|offer-form|place|place-doubt)\.ts|src\/features\/businesses\/web\/(own|place-field|use-business|business-fields|properties-field|confirm|offer-|remove-offer)|src\/web\/toast\/drop-|src\/web\/forms\/(draft|conflict-note|form-values|kept-|not-sent|save-|schema-like|take-focus|use-(draft|has-draft|kept))|src\/features\/(articles|billing|claims|leaving|listing-orders|listing-questions|newsletter|premium|statistics)\/|src\/shared\/(empty-words|field-changes|is-same|list-changes|merge-(lists|own)|miles-between|money)\.ts|src\/web\/ui\/(spinner|settle-together|bar-chart|changes)\.tsx|src\/features\/businesses\/address-hint|icons\/(trash|trash-2|plus|pencil|arrow-left|chart-column|circle-x|undo-2)\./;

/** Shared by the pages of the staff area. */
const staffOnly =
  /src\/routes\/staff|src\/shared\/(actor-kinds|staff-rights|has-right|reason|words-of-name)\.ts|icons\/arrow-(up|down)\.|src\/features\/(approvals|audit|billing-desk|conversations|imports|listing-choices|mail-texts|saved-filters|saved-texts|settings|staff-frame)\/|src\/features\/ads\/(ad-state|web\/ad-form)|src\/web\/(pictures|rich-text)\/|src\/features\/articles\/(article-|compare-|web\/(editor\/|article-state))|-contract\.ts|web\/(announcement-card|answer-form|correction-card|merge-form|message-card|missed-search-row|report-card|suggestion-review|synonym-form)\.tsx|src\/features\/businesses\/hours-text\.ts|src\/features\/contact\/fill-in\.ts/;

/** Code for writing events, and for suggesting one: the page that lists them needs none of it. */
const eventDesk = /src\/features\/events\/(?!contract|web\/(event-(labels|list|quer)|events-|month-))/;
const suggesting = /src\/features\/events\/(suggestion-contract|web\/(suggestion-form|event-fields))/;

/** Code of pages that few visitors open: paying, claiming, numbers, mails, and sending by staff. */
const seldom =
  /src\/features\/(billing|claims|imports|listing-orders|listing-questions|mail-choices|managers|newsletter|premium|recommendations|settings|statistics)\/|src\/features\/ads\/contract|src\/features\/businesses\/web\/(form-to-business|about-business-page|business-not-found)|src\/features\/corrections\/name-doubt|src\/features\/city-guide\/web\/town-page|src\/features\/notices\/(?!web\/use-)|src\/shared\/(contact-path|escape-markup|mail-kinds)|src\/shared\/staff-pictures|src\/web\/pictures\//;

/** For articles and events, and for what people have sent: home page and lists would carry it for nothing. */
const ownPages = /src\/web\/ui\/(share-button|ask-once-more|keep-focus-near)/;

/** Small parts of a business that come after the page, such as saving it, and what asks for them: a request costs more than they do. */
const saving =
  /src\/features\/businesses\/(saved-|confirmed-text|web\/(sav|toggle-heart))|icons\/(heart|megaphone|tag|thumbs-up)\.|src\/web\/ui\/use-near/;

/** Sends forms; loads when a form is sent. */
const sending = /src\/web\/forms\/send-form\.ts/;

/** Pictures of the map, and the code that opens one. */
const mapPictures = /src\/features\/maps\/(map-frame|web\/(static-map|map-picture|map-pin))\.tsx?/;
const openedMaps = /src\/features\/maps\/(contract|web\/(use-|movable))/;

const isForVisitors = (file: string) =>
  /src\/|node_modules\/(preact|@tanstack|clsx|lucide-react)\//.test(file) &&
  ![
    membersOnly,
    staffOnly,
    eventDesk,
    seldom,
    ownPages,
    saving,
    sending,
    businessCards,
    townLife,
    eventDays,
    prices,
    mapPictures,
    openedMaps,
  ].some((pattern) => pattern.test(file));

/** Parts of every form that keeps a draft: as small files of their own they weigh more. */
const drafts = /src\/web\/forms\/(draft-owner|draft-store|save-toast)\.ts/;

/** Both builds share them, since one names the other's files. The entry names 64 chunks, whose hashes do not compress: short ones save each page 250 bytes. */
const fileNames = { hashCharacters: 'base36', chunkFileNames: 'assets/[name]-[hash:7].js' } as const;

/** Libraries say 'use client', which means nothing here; nor is a slow plugin news for who starts a site. */
const quietChecks = { moduleLevelDirective: false, bundlerTimings: false };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    serverWall(),
    serverIcons(),
    leanContracts(),
    leanRoutes(),
    leanFields(),
    leanLazyImports(),
    categorySprite(),
    propertySprite(),
    propertyDrawings(),
    patternSprite(),
    placeFiles(),
    tailwindcss(),
  ],
  resolve: { alias: reactStandIn },
  publicDir: isSsrBuild ? false : 'src/web/public',
  build: isSsrBuild
    ? {
        outDir: 'dist/pages',
        target: 'node24',
        emptyOutDir: true,
        copyPublicDir: false,
        minify: false,
        rollupOptions: { checks: quietChecks, output: fileNames },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: false,
        rollupOptions: {
          checks: quietChecks,
          input: 'src/app/pages/hydrate-page.tsx',
          output: {
            ...fileNames,
            codeSplitting: {
              groups: [
                // All that the entry imports, in one file: it compresses better than several, and a request costs a page more.
                { name: 'start', tags: ['$initial'], priority: 4 },
                // Before the pages' contracts, which would take it with them: only pages with a form to check load it.
                { name: 'checks', test: formChecks, priority: 3 },
                { name: 'shared', test: isForVisitors, minShareCount: 3, priority: 2 },
                // After what they stand on, which other pages load as well.
                { name: 'cards', test: (id: string) => businessCards.test(id) || saving.test(id) },
                { name: 'town', test: townLife, minShareCount: 2 },
                { name: 'days', test: eventDays, minShareCount: 2 },
                { name: 'prices', test: prices, minShareCount: 2 },
                { name: 'carousel', test: /node_modules\/embla-carousel/ },
                { name: 'maps', test: mapPictures },
                { name: 'suggesting', test: suggesting, minShareCount: 2 },
                { name: 'drafts', test: drafts, minShareCount: 2 },
                { name: 'asking', test: /src\/web\/ui\/(ask-once-more|keep-focus-near)/ },
              ],
            },
          },
        },
        reportCompressedSize: false,
        // In kB. The budget of each page (check-budget.ts) judges sizes; the map's library is one file that opens on demand.
        chunkSizeWarningLimit: 2_000,
      },
  // One file without imports starts fastest; in development packages load as they are, unless they import React.
  ...(isSsrBuild
    ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
    : { ssr: { noExternal: [/react|radix-ui|@floating-ui/] } }),
}));
