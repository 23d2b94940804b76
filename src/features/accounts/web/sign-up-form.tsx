import { type FormEvent, useState } from 'react';
import { checkForm, type FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { SignUpForm as SignUpFormSchema } from '../sign-in-contract.ts';
import { FormRefusal } from './account-card.tsx';
import { EmailField } from './email-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useFilledIn } from './use-invited.ts';
import { useRegister } from './use-sign-in.ts';

interface SignUpFormProps {
  /** Filled in; null: nothing is known. */
  email: string | null;
  /** The token of the invitation from whose mail somebody comes. */
  invitation: string | null;
}

export function SignUpForm({ email: invited, invitation }: SignUpFormProps) {
  const filled = useFilledIn(invited);
  const sent = usePlainForm('signup');
  const [errors, setErrors] = useState<FieldErrors>(sent?.fields ?? {});
  const register = useRegister();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkForm(SignUpFormSchema, form);
    setErrors(checked.errors);
    if (checked.values === null) return focusFirstInvalid(form, checked.errors);
    const { username, email, password } = checked.values;
    const refused = await register.submit({
      username,
      email,
      password,
      ...(invitation === null ? {} : { invitation }),
    });
    setErrors(refused ?? {});
    if (refused) focusFirstInvalid(form, refused);
  }

  return (
    <form ref={filled} method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <FormRefusal message={sent?.message} />
      <TextField
        label="Username"
        name="username"
        autoComplete="nickname"
        required
        defaultValue={sent?.values.username}
        error={errors.username}
      />
      <EmailField
        label="Email"
        name="email"
        autoComplete="email"
        required
        defaultValue={sent?.values.email}
        error={errors.email}
      />
      <NewPasswordFields errors={errors} />
      <Button type="submit" size="large" disabled={register.isPending}>
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
