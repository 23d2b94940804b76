import type { FieldErrors } from '#web/forms/check-form.ts';
import { PasswordField } from './password-field.tsx';

/** The fields in which somebody chooses a password. */
export function NewPasswordFields({ label = 'Password', errors }: { label?: string; errors: FieldErrors }) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        required
        help="At least 8 characters. Three or four words make a good one."
        error={errors.password}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={errors.confirmPassword}
      />
    </>
  );
}
