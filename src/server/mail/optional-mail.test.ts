import { expect, it } from 'vitest';
import { withoutStopTokens } from './optional-mail.ts';

it('takes the token out of a quoted mail, and leaves other links', () => {
  const quoted =
    '> Stop emails about recommendations:\n> https://oak.example/emails/stop?token=recommendations.AZ_-9a\n\nYes.';
  expect(withoutStopTokens(quoted)).toBe(
    '> Stop emails about recommendations:\n> https://oak.example/emails/stop\n\nYes.',
  );
  const other = 'https://oak.example/newsletter/unsubscribe?token=AZ';
  expect(withoutStopTokens(other)).toBe(other);
});
