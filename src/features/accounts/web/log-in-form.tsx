import { type FormEvent, useState } from 'react';
import { checkForm, type FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { LogInBody } from '../sign-in-contract.ts';
import { FormRefusal } from './account-card.tsx';
import { PasswordField } from './password-field.tsx';
import { useLogIn } from './use-sign-in.ts';

export function LogInForm() {
  const sent = usePlainForm('login');
  const [errors, setErrors] = useState<FieldErrors>(sent?.fields ?? {});
  const logIn = useLogIn();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkForm(LogInBody, form);
    setErrors(checked.errors);
    if (checked.values === null) return focusFirstInvalid(form, checked.errors);
    const refused = (await logIn.submit(checked.values)) ?? {};
    setErrors(refused);
    focusFirstInvalid(form, refused);
  }

  // No action: the form posts to this page's own address, which names the next page.
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <FormRefusal message={sent?.message} />
      <TextField
        label="Email"
        name="email"
        type="email"
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
