import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropRefusal } from './drop-refusal.ts';
import { dismissToast, expireToastLines, removeToastLine, showToast, toastStore } from './toast-store.ts';

const undo = (about: string) => ({ label: 'Undo', alt: 'To undo it, press F8', about, run: () => undefined });
const titles = () => toastStore.read()?.lines.map(({ title }) => title) ?? [];
const shown = () => toastStore.read()?.id ?? 0;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  dismissToast(shown());
  vi.useRealTimers();
});

test('a toast without a button is replaced by the next', () => {
  showToast({ title: 'Saved' });
  const first = shown();
  showToast({ title: 'Kept' });
  expect(titles()).toEqual(['Kept']);
  expect(shown()).not.toBe(first);
});

test('what can be undone stays below what comes later, in the same toast', () => {
  showToast({ title: 'Oak Café is approved', ms: 30_000, action: undo('oak') });
  const first = shown();
  showToast({ title: 'Blue Door is approved', ms: 30_000, action: undo('blue') });
  showToast({ title: 'Saved' });
  expect(titles()).toEqual(['Saved', 'Blue Door is approved', 'Oak Café is approved']);
  expect(shown()).toBe(first);
});

test('only the last act on a subject has a button, because it is what an undo takes back', () => {
  showToast({ title: 'Oak Café is approved', ms: 30_000, action: undo('oak') });
  showToast({ title: 'Hidden', ms: 30_000, action: undo('oak') });
  expect(titles()).toEqual(['Hidden']);
});

test('each line goes when its own time is over', () => {
  showToast({ title: 'Oak Café is approved', ms: 30_000, action: undo('oak') });
  vi.advanceTimersByTime(20_000);
  showToast({ title: 'Blue Door is approved', ms: 30_000, action: undo('blue') });
  vi.advanceTimersByTime(10_001);
  expireToastLines(Date.now());
  expect(titles()).toEqual(['Blue Door is approved']);
  vi.advanceTimersByTime(20_000);
  expireToastLines(Date.now());
  expect(toastStore.read()).toBeNull();
});

test('a line whose button was pressed goes alone', () => {
  showToast({ title: 'Oak Café is approved', ms: 30_000, action: undo('oak') });
  showToast({ title: 'Blue Door is approved', ms: 30_000, action: undo('blue') });
  removeToastLine(toastStore.read()?.lines[1]?.lineId ?? 0);
  expect(titles()).toEqual(['Blue Door is approved']);
});

test('a toast has room for five lines', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) showToast({ title: name, ms: 30_000, action: undo(name) });
  expect(titles()).toEqual(['f', 'e', 'd', 'c', 'b']);
});

test('a refusal that a box on the page says now goes, and what can be undone stays', () => {
  showToast({ title: 'Oak Café is approved', ms: 30_000, action: undo('oak') });
  showToast({ title: 'Not done', text: 'amy changed this just now.', destructive: true });
  dropRefusal('amy changed that just now.');
  expect(titles()).toEqual(['Not done', 'Oak Café is approved']);
  dropRefusal('amy changed this just now.');
  expect(titles()).toEqual(['Oak Café is approved']);
});
