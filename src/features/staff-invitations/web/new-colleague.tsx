import { useQueryClient } from '@tanstack/react-query';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { NewPasswordFields } from '#features/accounts/web/new-password-fields.tsx';
import { useCheckedForm } from '#features/accounts/web/use-checked-form.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { joinAsNew, NewColleagueForm } from '../contract.ts';

interface NewColleagueProps {
  token: string;
  email: string;
  onDone: () => void;
}

/** Name and password of an account that the link confirms. */
export function NewColleague({ token, email, onDone }: NewColleagueProps) {
  const client = useQueryClient();
  const { errors, isPending, onSubmit } = useCheckedForm(
    NewColleagueForm,
    async ({ username, password }) => {
      await callApi(client, joinAsNew, { body: { token, username, password } });
      onDone();
      await refreshCurrentUser(client, true);
    },
    'Your account was not made. Check the connection and try again.',
  );
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <p>Choose a username and a password, and you are in.</p>
      <TextField label="Email" name="email" type="email" autoComplete="username" readOnly value={email} />
      <TextField label="Username" name="username" autoComplete="nickname" required error={errors.username} />
      <NewPasswordFields errors={errors} />
      <Button type="submit" size="large" disabled={isPending}>
        {isPending ? 'Joining...' : 'Join the staff'}
      </Button>
    </form>
  );
}
