import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { useNavigate } from '#web/router/router.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { ResetForm, resetPassword } from '../mail-links-contract.ts';
import { FormRefusal } from './account-card.tsx';
import { refreshCurrentUser } from './current-user.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useCheckedForm } from './use-checked-form.ts';

/** The form behind the mailed link. All sessions end, this browser's too, so the log-in page comes next. */
export function NewPasswordForm({ token }: { token: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const sent = usePlainForm('new-password');
  const { errors, isPending, onSubmit } = useCheckedForm(
    ResetForm,
    async ({ password }) => {
      const { answer } = await callApi(client, resetPassword, { body: { token, password } });
      await navigate('/login', { replace: true });
      await refreshCurrentUser(client, false);
      showToast({ title: 'Password changed', text: answer.message });
    },
    'The password was not changed. Check the connection and try again.',
    sent?.fields,
  );
  return (
    <form
      method="post"
      action={`/reset-password/new?${new URLSearchParams({ token })}`}
      noValidate
      onSubmit={onSubmit}
      className="grid gap-5"
    >
      <FormRefusal message={sent?.message} />
      <NewPasswordFields label="New Password" errors={errors} />
      <Button type="submit" size="large" disabled={isPending}>
        {isPending ? 'Saving...' : 'Save Password'}
      </Button>
    </form>
  );
}
