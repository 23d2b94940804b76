/** Taking one's data along, and leaving. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { DeleteForm, deleteAccount, downloadData } from '../account-contract.ts';
import { AccountSection } from './account-section.tsx';
import { refreshCurrentUser } from './current-user.ts';
import { PasswordField } from './password-field.tsx';
import { useCheckedForm } from './use-checked-form.ts';

export function DataSection() {
  return (
    <AccountSection title="Your data" text="All that we store about you and your listings, as one JSON file.">
      <a href={downloadData.path} download="my-data.json" className={buttonClass('secondary')}>
        Download My Data
      </a>
    </AccountSection>
  );
}

export function DeleteSection() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { errors, isPending, onSubmit } = useCheckedForm(
    DeleteForm,
    async (body) => {
      const { answer } = await callApi(client, deleteAccount, { body });
      await navigate('/');
      await refreshCurrentUser(client, false);
      showToast({ title: answer.message });
    },
    'Failed to delete the account',
  );
  return (
    <AccountSection
      title="Delete account"
      text={
        <>
          <p>This cannot be undone.</p>
          <ul className="mt-2 list-disc pl-5">
            <li>Your listings stay in the directory without an owner. Somebody else can claim them.</li>
            <li>
              A paid plan has to be cancelled first. The newsletter is separate: each letter has a link to leave it.
            </li>
            <li>You are signed out everywhere, and your name, email and password are removed.</li>
          </ul>
        </>
      }
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        <PasswordField
          label="Your Password"
          name="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <Button type="submit" look="danger" disabled={isPending} className="justify-self-start">
          {isPending ? 'Deleting...' : 'Delete My Account'}
        </Button>
      </form>
    </AccountSection>
  );
}
