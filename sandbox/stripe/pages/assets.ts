/** Styles and scripts of the pages. Scripts are TypeScript; Node strips the types. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Page, PageAnswer } from '../engine/resource.ts';

const shown = new Set(['page.css', 'form.css', 'portal.css', 'card-rules.ts']);
const shownScripts = new Set([
  'card-form.ts',
  'hosted-form.ts',
  'challenge-done.ts',
  'challenge-frame.ts',
  'card-frame.ts',
]);
const made = new Map<string, string>();

/**
 * Node warns once per run that stripping types is experimental. The warning tells nothing to the person who
 * starts the site.
 */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

export function readScript(file: string): string {
  const held = made.get(file) ?? withoutTypes(readFileSync(file, 'utf8'));
  made.set(file, held);
  return held;
}

function asset(folder: string, name: string, allowed: Set<string>): PageAnswer {
  if (!allowed.has(name)) return { status: 404, type: 'text/plain', body: 'There is no such file.' };
  const file = join(folder, name);
  const headers = { 'cache-control': 'max-age=60', 'x-content-type-options': 'nosniff' };
  if (name.endsWith('.css')) return { type: 'text/css; charset=utf-8', body: readFileSync(file, 'utf8'), headers };
  return { type: 'text/javascript; charset=utf-8', body: readScript(file), headers };
}

const here = import.meta.dirname;

export const assetPages: Page[] = [
  { method: 'GET', path: '/assets/{id}', handle: ({ id }) => asset(here, id, shown) },
  { method: 'GET', path: '/assets/browser/{id}', handle: ({ id }) => asset(join(here, 'browser'), id, shownScripts) },
];
