import { expect, test } from 'vitest';
import { classNamesIn, firstStyles } from './first-styles.ts';

const css = [
  '@layer properties{@supports (x:y){*{--tw-a:initial}}}@layer theme{:root{--ink:#000}}',
  '@layer base{a{color:red}a:hover{color:blue}}',
  '@layer components{.card,.plan{border:0}.card:not(.open) .far{display:none}@media print{.card{color:#000}}}',
  '@layer utilities{.tint-pink{color:pink}.after\\:content-\\[\\"\\{\\"\\]:after{content:"{,}"}.p-1\\.5{padding:1px}}',
  '@property --tw-b{syntax:"*";inherits:false}@keyframes turn{to{rotate:1turn}}@keyframes come{0%{opacity:0}}',
  '.card{animation:come 1s}.plan{animation:turn 1s}',
].join('');
const first = (...names: string[]) => firstStyles(css, (name) => names.includes(name));

test('elements without a class keep their styles, but not those under a pointer', () => {
  expect(first()).toContain('@layer base{a{color:red}}');
});

test('a rule stays with the selectors whose classes are there; a class within :not() may be missing', () => {
  expect(first('card', 'far')).toContain('@layer components{.card{border:0}.card:not(.open) .far{display:none}}');
});

test('layers keep their order, also the empty ones', () => {
  expect(first()).toMatch(/^@layer properties;@layer theme\{.*@layer base\{.*@layer components;@layer utilities;/);
});

test('classes with escapes and strings with brackets are read as they are', () => {
  expect(first('after:content-["{"]', 'p-1.5')).toContain(
    '@layer utilities{.after\\:content-\\[\\"\\{\\"\\]:after{content:"{,}"}.p-1\\.5{padding:1px}}',
  );
});

test('an animation stays with what names it', () => {
  expect(first('card')).toContain('@keyframes come');
  expect(first('card')).not.toContain('@keyframes turn');
  expect(first('card')).not.toContain('--tw-b');
});

test('a script names classes in strings, and the beginnings of classes in templates', () => {
  const has = classNamesIn('x("card p-1.5"),y(`far tint-${z} wide${o?` open`:``}`)');
  expect(['card', 'p-1.5', 'far', 'tint-pink', 'wide', 'open', 'plan'].filter(has)).toEqual([
    'card',
    'p-1.5',
    'far',
    'tint-pink',
    'wide',
    'open',
  ]);
});
