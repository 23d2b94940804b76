import type { CurrentUser } from '#features/accounts/contract.ts';
import { BackToDashboard } from '#features/accounts/web/back-to-dashboard.tsx';
import { DataSection } from '#features/accounts/web/data-section.tsx';
import { PasskeysSection } from '#features/accounts/web/passkeys-section.tsx';
import { EmailSection, PasswordSection, UsernameSection } from '#features/accounts/web/profile-sections.tsx';
import { RecoveryCodesSection } from '#features/accounts/web/recovery-codes-section.tsx';
import { SecondFactorSection } from '#features/accounts/web/second-factor-section.tsx';
import { SessionsSection } from '#features/accounts/web/sessions-section.tsx';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { DeleteSection } from '#features/leaving/web/delete-section.tsx';
import { EmailsSection } from '#features/mail-choices/web/emails-section.tsx';
import { EmailsWithoutScript } from '#features/mail-choices/web/emails-without-script.tsx';
import { choicesForPage } from '#features/mail-choices/web/mail-choices-query.ts';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Container } from '#web/ui/layout.tsx';

/** Staff who have to set up a second factor see that alone, and the rest as soon as it is done. */
function Account({ user }: { user: CurrentUser }) {
  const isDemanded = user.secondFactor === 'demanded';
  return (
    <Container className="py-10 lg:py-16">
      {isDemanded ? null : <BackToDashboard />}
      <h1 className="mt-2 mb-8 text-34 lg:text-46">Your account</h1>
      {isDemanded ? (
        <p className="mb-8 max-w-prose">
          Staff of this site need a second factor. Please add a passkey or an authenticator app now; everything else
          opens after that.
        </p>
      ) : null}
      <div className="grid gap-6">
        {isDemanded ? null : (
          <>
            <UsernameSection user={user} />
            <EmailSection user={user} />
            <EmailsSection isStaff={user.role === 'staff'} />
            <PasswordSection user={user} />
          </>
        )}
        <PasskeysSection />
        <SecondFactorSection />
        {isDemanded ? null : (
          <>
            <RecoveryCodesSection />
            <SessionsSection />
            <DataSection />
            <DeleteSection />
          </>
        )}
      </div>
    </Container>
  );
}

/** The choice of emails works without script; `?emails=choose` reads it with the page. */
export const queries = ({ search }: PageArgs<'emails'>) => (search.get('emails') === null ? [] : [choicesForPage]);

export function Page({ search }: PageProps<'emails'>) {
  const isChosen = search.get('emails') !== null;
  return (
    <>
      <PageHead
        title="Your Account"
        description="Your name, email, password and devices, and the emails you get."
        noIndex
      />
      <SignInGuard withoutScript={import.meta.env.SSR ? <EmailsWithoutScript isOpen={isChosen} /> : null}>
        {(user) => <Account user={user} />}
      </SignInGuard>
    </>
  );
}
