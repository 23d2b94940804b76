import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { MessageSwitches } from '#features/business-messages/web/message-switches.tsx';
import { OwnMessages } from '#features/business-messages/web/own-messages.tsx';
import { SavedAnswers } from '#features/business-messages/web/saved-answers.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { MailOffNote } from '#features/mail-choices/web/mail-off-note.tsx';
import { Link } from '#web/router/link.tsx';
import { Container } from '#web/ui/layout.tsx';

export function Page() {
  return (
    <>
      <PageHead title="Messages" description="What visitors wrote to your businesses." noIndex />
      <SignInGuard>
        {() => (
          <Container className="py-8 lg:py-12">
            <Link to="/dashboard" className="inline-flex min-h-11 items-center">
              Dashboard
            </Link>
            <h1 className="text-34">Messages</h1>
            <p className="mt-2 mb-6 max-w-[66ch] text-ink-soft">
              What visitors wrote to your businesses. We mail your answer for you: neither side sees the other's email
              address.
            </p>
            <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-12">
              <section aria-label="Messages" className="min-w-0">
                <MailOffNote kind="messages" />
                <OwnMessages />
              </section>
              <div className="grid gap-6">
                <SavedAnswers />
                <MessageSwitches />
              </div>
            </div>
          </Container>
        )}
      </SignInGuard>
    </>
  );
}
