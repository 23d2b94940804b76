import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { trustedTypesScript } from './trusted-types.ts';

type Rule = (text: string, type?: string, sink?: string) => string | null;
interface Policy {
  createHTML: Rule;
  createScript: Rule;
  createScriptURL: Rule;
}

function policy(): Policy {
  const made: Policy[] = [];
  const trustedTypes = { createPolicy: (_: string, rules: Policy) => made.push(rules) };
  const location = { href: 'https://town.example/news', origin: 'https://town.example' };
  runInNewContext(trustedTypesScript, { window: { trustedTypes }, trustedTypes, location, URL });
  const [rules] = made;
  if (rules === undefined) throw new Error('the script made no policy');
  return rules;
}

const written = (html: string) => policy().createHTML(html, 'TrustedHTML', 'Element innerHTML');

it.each([
  '<p>What onboarding = paperwork means, and “javascript: the good parts”</p>',
  '<a href="https://town.example/?on=1">x</a> <img src="/media/u/a.webp" alt="Sun on the dam">',
  // Runs nothing.
  '<script></script>',
])('lets %s through', (html) => expect(written(html)).toBe(html));

it.each([
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<script>alert(1)</script>',
  '<script></script><script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="x"></iframe>',
  '<base href="//evil.example">',
])('refuses %s', (html) => expect(written(html)).toBeNull());

it('lets anything through that is only parsed, and script from this origin alone', () => {
  const { createHTML, createScript, createScriptURL } = policy();
  const pasted = '<p onclick="x()">Hello</p>';
  expect(createHTML(pasted, 'TrustedHTML', 'DOMParser parseFromString')).toBe(pasted);
  expect(createHTML(pasted)).toBe(pasted);
  expect(createScript('{"@type":"LocalBusiness"}')).toBe('{"@type":"LocalBusiness"}');
  expect(createScript('alert(1)')).toBeNull();
  expect(createScriptURL('/assets/a.js')).toBe('/assets/a.js');
  expect(createScriptURL('https://evil.example/a.js')).toBeNull();
  expect(createScriptURL('data:text/javascript,alert(1)')).toBeNull();
});
