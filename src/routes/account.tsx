import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { AccountCard } from '#features/accounts/web/account-card.tsx';
import { DataSection } from '#features/accounts/web/data-section.tsx';
import { EmailSection, PasswordSection, UsernameSection } from '#features/accounts/web/profile-sections.tsx';
import { SecondFactorForm } from '#features/accounts/web/second-factor-form.tsx';
import { SecondFactorSection } from '#features/accounts/web/second-factor-section.tsx';
import { SessionsSection } from '#features/accounts/web/sessions-section.tsx';
import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { DeleteSection } from '#features/leaving/web/delete-section.tsx';
import { Container } from '#web/ui/layout.tsx';

function Account({ user }: { user: CurrentUser }) {
  if (user.secondFactor === 'asked') {
    return (
      <AccountCard title="One more step" text="Your account is protected by a second factor.">
        <SecondFactorForm />
      </AccountCard>
    );
  }
  return (
    <Container className="py-10 lg:py-16">
      <Link to="/dashboard" className="inline-flex min-h-11 items-center gap-2">
        <ArrowLeft aria-hidden="true" size={18} />
        Back to Dashboard
      </Link>
      <h1 className="mt-2 mb-8 text-34 lg:text-46">Your account</h1>
      <div className="grid gap-6">
        <UsernameSection user={user} />
        <EmailSection user={user} />
        <PasswordSection user={user} />
        {user.role === 'staff' ? <SecondFactorSection user={user} /> : null}
        <SessionsSection />
        <DataSection />
        <DeleteSection />
      </div>
    </Container>
  );
}

export function Page() {
  return (
    <>
      <PageHead title="Your Account" description="Your name, email, password and devices." noIndex />
      <SignInGuard>{(user) => <Account user={user} />}</SignInGuard>
    </>
  );
}
