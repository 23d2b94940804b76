import { expect, it } from 'vitest';
import { isDoubtful } from './is-doubtful.ts';

it.each([
  'Great bread, and Rosa remembers your name.',
  'Best tacos in town!! Try the 2 for 1 on Tuesday. Open till 10 p.m.',
  'Muy buena gente. ¡Gracias!',
  'We passed the class of Ms. Cockburn with an A. Assistants are kind.',
  'YES!',
  'Founded in 1994, at 210 Olmos Dr., 78212.',
  '',
])('lets an ordinary good word pass: %s', (text) => {
  expect(isDoubtful(text)).toBe(false);
});

it.each([
  'Visit https://evil.example',
  'see cheap-pills . com now',
  'write me: rosa@example.org',
  'Call 210 555 0142 instead',
  'FÜCK this place',
  'una mierda',
  'Stay away, the worst',
  'BUY ONE GET ONE ONLY TODAY',
  'soooooo good',
  'Use promo code ROSA',
  '<b>bold</b>',
])('shows staff first: %s', (text) => {
  expect(isDoubtful(text)).toBe(true);
});
