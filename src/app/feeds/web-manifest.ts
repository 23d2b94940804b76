import type { CityFacts } from '#server/city-pack-schema.ts';

/**
 * The manifest with which a phone puts the site on its home screen. Colors are --header and --ground of
 * web/styles/tokens.css.
 */
export function webManifest(facts: CityFacts): object {
  const name = `${facts.name}, ${facts.region}`;
  return {
    id: '/',
    name,
    short_name: facts.name,
    description: facts.description,
    lang: facts.language,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: '#2f4a36',
    background_color: '#f6f0e4',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Directory', url: '/directory' },
      { name: 'Events', url: '/events' },
      { name: 'News', url: '/news' },
    ],
  };
}
