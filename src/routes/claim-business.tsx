import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { PageHead } from '#features/site-frame/web/page-head.tsx';
import drawing from '#web/art/shop-front.svg';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';

export function Page() {
  return (
    <>
      <PageHead title="Claim Business" description="Make your business's listing yours." noIndex />
      <SignInGuard>
        {() => (
          <Container className="py-10 lg:py-16">
            <EmptyState
              drawing={drawing}
              level={1}
              title="Claiming opens soon"
              text="Is one of the listings yours? Write to us which one, and we will see that it gets into your hands."
            >
              <ButtonLink to="/contact">Contact Us</ButtonLink>
              <ButtonLink to="/dashboard" look="secondary">
                Back to Dashboard
              </ButtonLink>
            </EmptyState>
          </Container>
        )}
      </SignInGuard>
    </>
  );
}
