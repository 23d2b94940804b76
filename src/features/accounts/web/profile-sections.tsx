/** Username, email and password on the account page. */
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { dropCsrfToken } from '#web/api-client/csrf-token.ts';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import {
  ChangePasswordBody,
  changeEmail,
  changePassword,
  changeUsername,
  EmailForm,
  listSessions,
  UsernameForm,
} from '../account-contract.ts';
import type { CurrentUser } from '../contract.ts';
import { AccountSection } from './account-section.tsx';
import { currentUserQuery } from './current-user.ts';
import { GuardedEmailChange } from './guarded-email-change.tsx';
import { PasswordField } from './password-field.tsx';
import { emailChangeQuery, PendingEmailChange } from './pending-email-change.tsx';
import { SendAgain } from './send-again.tsx';
import { useCheckedForm } from './use-checked-form.ts';

export function UsernameSection({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const { errors, isPending, onSubmit } = useCheckedForm(
    UsernameForm,
    async (body) => {
      const { answer } = await callApi(client, changeUsername, { body });
      client.setQueryData(currentUserQuery.queryKey, answer);
      showToast({ title: 'Username changed', text: `You are now ${answer.username}.` });
    },
    'The username was not changed. Check the connection and try again.',
  );
  return (
    <AccountSection title="Username" text="How the site greets you. Visitors never see it.">
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        <TextField
          key={user.username}
          label="Username"
          name="username"
          autoComplete="nickname"
          required
          defaultValue={user.username}
          error={errors.username}
        />
        <Button type="submit" look="secondary" disabled={isPending} className="justify-self-start">
          {isPending ? 'Saving...' : 'Save Username'}
        </Button>
      </form>
    </AccountSection>
  );
}

function ConfirmAgain() {
  return (
    <>
      <p className="mt-2">It is not confirmed yet. Look for our message, or let us send it again.</p>
      <SendAgain className="mt-3" />
    </>
  );
}

export function EmailSection({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const { errors, isPending, onSubmit } = useCheckedForm(
    EmailForm,
    async (body) => {
      const { answer } = await callApi(client, changeEmail, { body });
      showToast({
        title: user.emailVerified ? 'Two links are on their way' : 'A link is on its way',
        text: answer.message,
      });
      await client.invalidateQueries({ queryKey: emailChangeQuery.queryKey });
    },
    'The email was not changed. Check the connection and try again.',
  );
  return (
    <AccountSection
      title="Email"
      text={
        <>
          <p>
            Your account uses <strong className="break-words text-ink">{user.email}</strong>
            {user.emailVerified ? ', confirmed.' : '.'}
          </p>
          {user.emailVerified ? null : <ConfirmAgain />}
          <p className="mt-2">
            {user.emailVerified
              ? 'A new address takes effect once you have opened the links that we send to the old one and to the new one.'
              : 'Is there a slip in it? Enter the right one: it takes effect once you have opened the link that we send there.'}
          </p>
          {user.emailVerified ? (
            <p className="mt-2">
              You cannot open the old one any more? <Link to="/contact">Write to us</Link>, and we move your account to
              a new address. That takes three days, so that nobody can steal it that way.
            </p>
          ) : null}
        </>
      }
    >
      <GuardedEmailChange current={user.email} />
      <PendingEmailChange current={user.email} />
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        <TextField label="New Email" name="email" type="email" autoComplete="email" required error={errors.email} />
        <PasswordField
          label="Your Password"
          name="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <Button type="submit" look="secondary" disabled={isPending} className="justify-self-start">
          {isPending ? 'Sending...' : 'Change Email'}
        </Button>
      </form>
    </AccountSection>
  );
}

export function PasswordSection({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const { errors, isPending, onSubmit } = useCheckedForm(
    ChangePasswordBody,
    async (body) => {
      const { answer } = await callApi(client, changePassword, { body });
      dropCsrfToken();
      showToast({ title: 'Password changed', text: answer.message });
      await client.invalidateQueries({ queryKey: [listSessions.path] });
    },
    'The password was not changed. Check the connection and try again.',
  );
  return (
    <AccountSection title="Password" text="Changing it signs out every other device.">
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Current Password"
          name="currentPassword"
          autoComplete="current-password"
          required
          error={errors.currentPassword}
        />
        <PasswordField
          label="New Password"
          name="newPassword"
          autoComplete="new-password"
          required
          help="At least 8 characters. Three or four words make a good one."
          error={errors.newPassword}
        />
        <Button type="submit" look="secondary" disabled={isPending} className="justify-self-start">
          {isPending ? 'Saving...' : 'Change Password'}
        </Button>
      </form>
    </AccountSection>
  );
}
