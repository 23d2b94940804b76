import { expect, it } from 'vitest';
import { checkOrigin } from './csrf.ts';

const siteUrl = 'https://oakbend.example';
const isRefused = (headers: Record<string, string>) => {
  try {
    checkOrigin(new Headers({ host: 'oakbend.example', ...headers }), siteUrl);
    return false;
  } catch {
    return true;
  }
};

it.each([
  [{}, false],
  [{ origin: siteUrl }, false],
  [{ origin: siteUrl, 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: 'http://127.0.0.1:4400', host: '127.0.0.1:4400' }, false],
  [{ origin: 'https://evil.example' }, true],
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, true],
  [{ origin: siteUrl, 'sec-fetch-site': 'cross-site' }, true],
  [{ origin: 'https://blog.oakbend.example', 'sec-fetch-site': 'same-site' }, true],
  [{ origin: 'https://oakbend.example.evil.example' }, true],
  [{ origin: 'null' }, true],
  [{ origin: 'nonsense' }, true],
])('judges the origin of %j: refused %s', (headers, refused) => {
  expect(isRefused(headers as Record<string, string>)).toBe(refused);
});
