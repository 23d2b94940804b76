import { SignInGuard } from '#features/accounts/web/sign-in-guard.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { OwnRecommendations } from '#features/recommendations/web/own-recommendations.tsx';
import { Link } from '#web/router/link.tsx';
import { Container } from '#web/ui/layout.tsx';

export function Page() {
  return (
    <>
      <PageHead title="Recommendations" description="What neighbors say of your businesses." noIndex />
      <SignInGuard>
        {() => (
          <Container className="py-8 lg:py-12">
            <Link to="/dashboard" className="inline-flex min-h-11 items-center">
              Dashboard
            </Link>
            <h1 className="text-34">Recommendations</h1>
            <p className="mt-2 mb-6 max-w-[66ch] text-ink-soft">
              What neighbors say of your businesses. You can answer each one, and share it. Something is wrong with one?
              Report it from your listing's page, and the people who run this site look at it.
            </p>
            <div className="max-w-3xl">
              <OwnRecommendations />
            </div>
          </Container>
        )}
      </SignInGuard>
    </>
  );
}
