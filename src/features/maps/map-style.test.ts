import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kindOf, mapColors, mapRules, streetRank, widthAt } from './map-style.ts';

it("has the site's own colors", async () => {
  const css = await readFile(join(import.meta.dirname, '../../web/styles/tokens.css'), 'utf8');
  const dark = css.indexOf('@media');
  const token = (name: string, from: number) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(css.slice(from))?.[1];
  for (const [theme, from] of [
    ['light', 0],
    ['dark', dark],
  ] as const) {
    expect(mapColors[theme].outline).toBe(token('line-strong', from));
    expect(mapColors[theme].halo).toBe(token('ground', from));
  }
});

it('reads the kind of a street in either schema', () => {
  expect(kindOf({ class: 'primary' })).toBe('primary');
  expect(kindOf({ kind: 'major_road', kind_detail: 'tertiary' })).toBe('tertiary');
  expect(kindOf({ kind: 'minor_road' })).toBe('minor_road');
  expect(streetRank('motorway')).toBeGreaterThan(streetRank('residential'));
  expect(streetRank('river')).toBe(-1);
});

it('widens roads with the zoom, and an edge is wider than its road', () => {
  const width = (id: string, zoom: number) => widthAt(mapRules.find((rule) => rule.id === id)?.width ?? [], zoom);
  for (const zoom of [12, 13.5, 15, 16, 17.2]) {
    expect(width('main', zoom + 0.5)).toBeGreaterThan(width('main', zoom));
    expect(width('main-edge', zoom)).toBeGreaterThan(width('main', zoom));
    expect(width('main', zoom)).toBeGreaterThan(width('service', zoom));
  }
  expect(width('main', 30)).toBe(36);
});
