import { useQuery } from '@tanstack/react-query';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { linkWordsQuery } from '#features/accounts/web/link-words-query.ts';
import { NewPasswordForm } from '#features/accounts/web/new-password-form.tsx';
import { ResetRequestForm } from '#features/accounts/web/reset-request-form.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import type { PageProps } from '#web/page.ts';
import { Link } from '#web/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';

export function Page({ search }: PageProps<'token'>) {
  const token = search.get('token');
  const { data: words } = useQuery({ ...linkWordsQuery(token ?? ''), enabled: token !== null && token !== '' });
  const changed = usePlainForm('new-password');
  const head = <PageHead title="Reset Password" description="Choose a new password for your account." noIndex />;
  if (changed?.done && search.get('sent') !== null) {
    return (
      <>
        {head}
        <AccountCard title="Password changed" text={<span role="status">{changed.message}</span>}>
          <ButtonLink to="/login">Log In</ButtonLink>
        </AccountCard>
      </>
    );
  }
  const isUseless = words !== undefined && words.link?.kind !== 'password';
  return (
    <>
      {head}
      {isUseless ? (
        <AccountCard
          title="This link does not work"
          text={
            <span role="status">It was used already, is older than 60 minutes, or a newer mail has replaced it.</span>
          }
        >
          <ButtonLink to="/reset-password">Ask for a New Link</ButtonLink>
        </AccountCard>
      ) : token ? (
        <AccountCard title="Choose a new password" text="Every device that is signed in will be signed out.">
          <NewPasswordForm token={token} />
        </AccountCard>
      ) : (
        <AccountCard
          title="Reset password"
          text="We'll email you a link to choose a new one. It works once, for 60 minutes."
        >
          <ResetRequestForm />
        </AccountCard>
      )}
      <p className="flex flex-wrap justify-center gap-x-8 px-4 pb-10 lg:pb-16">
        {token && !isUseless ? (
          <Link to="/reset-password" className="inline-flex min-h-11 items-center">
            Ask for a new link
          </Link>
        ) : null}
        <Link to="/login" className="inline-flex min-h-11 items-center">
          Back to log in
        </Link>
      </p>
    </>
  );
}
