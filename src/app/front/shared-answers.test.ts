import { expect, it } from 'vitest';
import { SharedAnswers } from './shared-answers.ts';

const answer = (tags: string[]) => ({ answer: { name: 'Oak Bend' }, headers: new Headers(), tags });

it('keeps an answer until one of its tags changes', () => {
  const shared = new SharedAnswers();
  shared.begin('/api/city')(answer(['city', 'hours']));
  shared.dropTags(['events']);
  expect(shared.find('/api/city')?.answer).toEqual({ name: 'Oak Bend' });
  shared.dropTags(['hours']);
  expect(shared.find('/api/city')).toBeUndefined();
});

it('keeps nothing that was read before a change', () => {
  const shared = new SharedAnswers();
  const keep = shared.begin('/api/city');
  shared.dropTags(['city']);
  keep(answer(['city']));
  expect(shared.find('/api/city')).toBeUndefined();
});

it("keeps neither one visitor's own answers nor searches", () => {
  const shared = new SharedAnswers();
  shared.begin('/api/me')(answer([]));
  shared.begin('/api/businesses?search=tacos')(answer(['businesses']));
  expect(shared.find('/api/me')).toBeUndefined();
  expect(shared.find('/api/businesses?search=tacos')).toBeUndefined();
});
