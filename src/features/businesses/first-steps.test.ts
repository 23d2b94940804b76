import { expect, test } from 'vitest';
import { firstSteps } from './first-steps.ts';

const bare = {
  id: 'x',
  latitude: null,
  longitude: null,
  hasHours: false,
  hasPicture: false,
  takesMessages: false,
  status: 'approved' as const,
};
const nobody = { isEmailConfirmed: false, isShared: false };
const open = (listing: Parameters<typeof firstSteps>[0], person: Parameters<typeof firstSteps>[1] = nobody) =>
  firstSteps(listing, person).flatMap(({ key, isDone }) => (isDone ? [] : [key]));

test('a bare listing has all steps open, and none that is done stays', () => {
  expect(open(bare)).toEqual(['email', 'hours', 'photo', 'place', 'messages', 'share']);
  expect(open({ ...bare, hasHours: true, latitude: 29.4, longitude: -98.4 })).toEqual([
    'email',
    'photo',
    'messages',
    'share',
  ]);
  const whole = { ...bare, hasHours: true, hasPicture: true, takesMessages: true, latitude: 29.4, longitude: -98.4 };
  expect(open(whole, { isEmailConfirmed: true, isShared: true })).toEqual([]);
});

test('nobody is asked to share what visitors do not see yet', () => {
  expect(open({ ...bare, status: 'pending' })).not.toContain('share');
});

test('the email is said at one listing of a person, not at each', () => {
  expect(open(bare, { isEmailConfirmed: null, isShared: false })).not.toContain('email');
});
