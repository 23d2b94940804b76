import { type FormEvent, useState } from 'react';
import { checkForm, type FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { useHydrated } from '#web/use-hydrated.ts';
import { LogInBody } from '../sign-in-contract.ts';
import { FormRefusal } from './account-card.tsx';
import { PasswordField } from './password-field.tsx';
import { useFilledIn } from './use-invited.ts';
import { useLogIn } from './use-sign-in.ts';

interface LogInFormProps {
  /** Filled in; null: nothing is known. */
  email: string | null;
  /** The account is closed, and the form says so. */
  onClosed: () => void;
}

export function LogInForm({ email, onClosed }: LogInFormProps) {
  const form = useFilledIn(email);
  const sent = usePlainForm('login');
  const [errors, setErrors] = useState<FieldErrors>(sent?.fields ?? {});
  const logIn = useLogIn();
  // Before that, the browser itself refuses a slip in the address: a form that was sent comes back without its password.
  const isHydrated = useHydrated();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const checked = checkForm(LogInBody, currentTarget);
    setErrors(checked.errors);
    if (checked.values === null) return focusFirstInvalid(currentTarget, checked.errors);
    const refused = (await logIn.submit(checked.values)) ?? {};
    setErrors(refused);
    if (refused.closed) onClosed();
    focusFirstInvalid(currentTarget, refused);
  }

  // No action: the form posts to this page's own address, which names the next page.
  return (
    <form
      ref={form}
      method="post"
      noValidate={isHydrated}
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
    >
      {errors.closed ? <FormRefusal key="closed" message={errors.closed} /> : <FormRefusal message={sent?.message} />}
      <TextField
        label="Email"
        name="email"
        type="email"
        pattern="[^@\s]+@[^@\s]+\.[^@\s]+"
        title="name@example.com"
        autoComplete="username"
        required
        defaultValue={sent?.values.email}
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
        isAlert
      />
      <Button type="submit" size="large" disabled={logIn.isPending}>
        {logIn.isPending ? 'Logging in...' : 'Log In'}
      </Button>
    </form>
  );
}
