import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, problemMessage } from './api-error.ts';

afterEach(() => vi.unstubAllGlobals());

const refusal = new ApiError(409, 'Conflict', '{"code":"conflict","message":"Somebody was faster."}');
const fallback = 'Failed to create checkout session';
const own = 'This could not be saved. Please check the connection and try again.';
const offline = 'You are offline. Please try again once you are connected.';

it.each([
  ['a refusal', true, refusal, fallback, 'Somebody was faster.'],
  ['an answer without words', true, new ApiError(502, 'Bad Gateway', '<html>'), fallback, fallback],
  ['no answer', true, new TypeError('Failed to fetch'), fallback, fallback],
  ['no answer without a connection', false, new TypeError('Failed to fetch'), fallback, offline],
  ['no answer, where the words speak of it', false, new TypeError('Failed to fetch'), own, own],
])('says what %s means', (_, onLine, error, words, said) => {
  vi.stubGlobal('navigator', { onLine });
  expect(problemMessage(error, words)).toBe(said);
});
