/**
 * The HTML around a rendered page: the head's links to the build, the page's own head, its body and its
 * state.
 */
import { readFile } from 'node:fs/promises';
import { newsFeedPath } from '#features/articles/news-feed-path.ts';
import { articleCategories } from '#shared/city.ts';
import { entryScript, firstStylesFile, type Manifest, readManifest, scriptsOf } from './build-chunks.ts';
import type { RenderedPage } from './render-page.tsx';
import { trustedTypesScript } from './trusted-types.ts';

/**
 * Runs before the first paint: sets the color scheme, a mark that script runs, whether something is saved, and whether there may be a session. When the visitor
 * comes from another page of this site, or the browser says that the line is fast, it asks for the fonts at once (`data-fonts` of the
 * html element), so that they are there before the first paint. Everybody else sees this page in letters like them.
 */
const colorScript =
  "(function(d){var t,n,s;try{t=localStorage.getItem('theme');s=localStorage.getItem('saved-businesses')}catch(e){}d.classList.add('js');if((s||'').length>2)d.classList.add('has-saved');if(/(^|; )signed-in=1/.test(document.cookie))d.classList.add('maybe-signed-in');n=navigator.connection;if(document.referrer.indexOf(location.origin+'/')===0||n&&n.rtt<100&&n.downlink>=5&&!n.saveData){d.classList.add('with-fonts');(d.dataset.fonts||'').split(' ').forEach(function(u){if(!u)return;var l=document.createElement('link');l.rel='preload';l.as='font';l.type='font/woff2';l.crossOrigin='';l.href=u;document.head.appendChild(l)})}if(t==='light'||t==='dark')d.dataset.theme=t})(document.documentElement)";

/** The policy comes first: nothing may be written before it. */
export const themeScript = `${trustedTypesScript};${colorScript}`;

/**
 * Loads the page's scripts once it is painted, or at the first touch or key. On a slow connection they would
 * otherwise compete with the styles, the fonts and the first picture, and the page works without them. A
 * picture that has just loaded is on the screen two frames later. Each script has its own element and so runs
 * in its own task: in one task they keep a phone from responding to a touch for 80 ms. The element
 * 'page-scripts' lists them, the entry first, and before it the styles that the first paint did not need. Fonts that come now move
 * lines: a browser that says how fast its line is keeps them for the next page (hydrate-page.tsx), others change to them with the
 * scripts. The last button pressed before the whole page listens is marked and
 * pressed again afterwards, and only then heard; buttons of forms, and those that open a part of the page, work without script. First of all, the parts of the page that
 * were left out of the first layout (later-parts.css) are laid out, one per frame; at once when the address names a
 * place in the page, and after 3 s at the latest. Pictures below a phone's first screen (far-picture.ts) come when they are near
 * it, but not before all parts of the page have their height: until then everything is near. Those of the next screen come 4 s after the page has
 * loaded, and all of them, as the browser sees fit, once somebody scrolls, presses something or prints. A form that is sent before the
 * page listens, without a connection, stays: the browser would put its own error in the place of what was written.
 */
export const startScript =
  "(function(d,w){var begun,last,fonts=['600 1em Fraunces','1em \"Source Sans 3 Variable\"'],c=d.documentElement.classList;function layAll(){c.add('laid-1','laid-2','laid-3','laid-4','laid-5')}function all(act){d.querySelectorAll('.far').forEach(act)}function show(e){e.classList.remove('far')}function showNear(margin){var near=new IntersectionObserver(function(l){l.forEach(function(e){if(e.isIntersecting)show(e.target)})},{rootMargin:margin});all(function(e){near.observe(e)})}function laid(){showNear('10% 0px')}if(location.hash){layAll();laid()}else(function lay(n){requestAnimationFrame(function(){setTimeout(function(){c.add('laid-'+n);if(n<5)lay(n+1);else laid()})})})(1);function showAll(){all(show)}['scroll','pointerdown','keydown','beforeprint'].forEach(function(n){w.addEventListener(n,showAll,{capture:true,once:true,passive:true})});w.addEventListener('load',function(){setTimeout(function(){showNear('100% 0px')},4000)});function begin(){if(begun)return;begun=1;if(w.navigator.connection)fonts.forEach(function(f){d.fonts.load(f).catch(function(){})});else c.add('with-fonts');JSON.parse(d.getElementById('page-scripts').textContent).forEach(function(u){var e;if(/css$/.test(u)){e=d.createElement('link');e.rel='stylesheet';e.href=u}else{e=d.createElement('script');e.type='module';e.fetchPriority='high';e.src=u}d.head.appendChild(e)})}w.addEventListener('load',function(){requestAnimationFrame(function(){requestAnimationFrame(function(){setTimeout(begin,50)})})});setTimeout(function(){layAll();begin()},3000);['pointerdown','keydown'].forEach(function(n){w.addEventListener(n,begin,{capture:true,once:true,passive:true})});d.addEventListener('click',function(e){var b=e.target.closest('button');if(!b||b.form||b.popoverTargetElement||'taken'in d.documentElement.dataset)return;e.stopPropagation();if(last)delete last.dataset.pressed;last=b;b.dataset.pressed=''},true);d.addEventListener('submit',function(e){if(!('taken'in d.documentElement.dataset)&&w.navigator.onLine===false){e.preventDefault();e.stopPropagation();w.alert('You seem to be offline. Nothing was sent, and what you wrote is still here.')}},true)})(document,window)";

/** Comes first of all, before the bars: it skips them, too. */
const skipLink = '<a href="#main" class="skip-link">Skip to content</a>';

export interface Surroundings {
  language: string;
  /** HTML above everything else but the link that skips it; '' for none. */
  bars: string;
}

interface PageShell {
  /** The styles inside the pages of each route file, to be allowed by the pages' policy. Others load theirs first. */
  firstStyles: Readonly<Record<string, string>>;
  /** The document in parts: joining them would copy the page once more. */
  wrap: (page: RenderedPage, surroundings: Surroundings) => readonly string[];
}

/** Reads the browser build's manifest once. @param distFolder holds client/.vite/manifest.json */
export async function readPageShell(distFolder: string): Promise<PageShell> {
  const manifest = await readManifest(`${distFolder}/client`);
  const firstStyles = JSON.parse(await readFile(`${distFolder}/client/${firstStylesFile}`, 'utf8')) as Record<
    string,
    string
  >;
  const parts = new Map<string, { fonts: string; head: string; start: string }>();
  return {
    firstStyles,
    wrap: (page, surroundings) => {
      let part = parts.get(page.file);
      if (part === undefined) {
        const { scripts, styles } = scriptsOf(manifest, `src/routes/${page.file}`);
        const inside = firstStyles[page.file];
        part = {
          fonts: firstFontsIn(inside ?? ''),
          head: styleTags(styles, inside) + headTags() + feedTags(page.file),
          start: startTags(manifest, scripts, inside === undefined ? [] : styles),
        };
        parts.set(page.file, part);
      }
      return documentParts(page, surroundings, part.head, part.start, part.fonts);
    },
  };
}

/** The document; `head` and `scripts` differ between the build and development. */
export function documentParts(
  page: RenderedPage,
  { language, bars }: Surroundings,
  head: string,
  scripts: string,
  fonts = '',
): readonly string[] {
  return [
    `<!doctype html><html lang="${language}"${fonts}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><script>${themeScript}</script>`,
    head,
    page.head,
    `</head><body>${skipLink}${bars}<div id="root">`,
    page.body,
    '</div><script id="page-state" type="application/json">',
    page.state,
    `</script>${scripts}</body></html>`,
  ];
}

/** The faces that a page in English or Spanish needs, for the script in its head. */
function firstFontsIn(styles: string): string {
  const files = [...styles.matchAll(/url\(([^)]+-latin-(?!ext)\w+-normal-[\w-]{8}\.woff2)\)/g)].map(
    ([, file = '']) => file,
  );
  return files.length > 0 ? ` data-fonts="${[...new Set(files)].join(' ')}"` : '';
}

/** With `inside`, the styles themselves come with the scripts, and without script as ever. */
function styleTags(styles: readonly string[], inside: string | undefined): string {
  const links = styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('');
  return inside === undefined ? links : `<style>${inside}</style><noscript>${links}</noscript>`;
}

function headTags(): string {
  return [
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
  ].join('');
}

/** Links for feed readers: the news on every page, and by category on news pages. */
function feedTags(routeFile: string): string {
  const categories = /^(news|article)\.tsx$/.test(routeFile) ? [undefined, ...articleCategories] : [undefined];
  return categories
    .map((category) => {
      const title = category ? `News: ${category}` : 'News';
      return `<link rel="alternate" type="application/rss+xml" title="${title}" href="${newsFeedPath('xml', category)}"><link rel="alternate" type="application/feed+json" title="${title}" href="${newsFeedPath('json', category)}">`;
    })
    .join('');
}

function startTags(manifest: Manifest, scripts: readonly string[], styles: readonly string[]): string {
  const entry = entryScript(manifest);
  const urls = [...styles, entry, ...scripts.filter((file) => file !== entry)].map((file) => `/${file}`);
  return `<script id="page-scripts" type="application/json">${JSON.stringify(urls)}</script><script>${startScript}</script>`;
}
