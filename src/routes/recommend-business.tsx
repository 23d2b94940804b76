import { AboutBusinessPage, aboutBusinessRoute } from '#features/businesses/web/about-business-page.tsx';
import { RecommendationForm } from '#features/recommendations/web/recommendation-form.tsx';

export const { queries, canonicalPath } = aboutBusinessRoute('recommend');

export function Page() {
  return (
    <AboutBusinessPage
      title={(name) => `Recommend ${name ?? 'a business'}`}
      description="Say a good word for a business of the directory."
    >
      {({ slug, name }) => (
        <>
          <h1 className="text-34 [overflow-wrap:anywhere]">Recommend {name}</h1>
          <p className="mt-2 mb-6 text-ink-soft">
            No stars, no ranking: a good word from a neighbor, with your name and the month. Nobody can buy one.
          </p>
          <RecommendationForm slug={slug} name={name} />
        </>
      )}
    </AboutBusinessPage>
  );
}
