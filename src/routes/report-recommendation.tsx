import { AboutBusinessPage, aboutBusinessRoute } from '#features/businesses/web/about-business-page.tsx';
import { RecommendationReportForm } from '#features/recommendations/web/recommendation-report-form.tsx';
import type { PageProps } from '#web/page.ts';

export const { queries } = aboutBusinessRoute('report-recommendation');

export function Page({ search }: PageProps<'id'>) {
  const id = search.get('id') ?? '';
  return (
    <AboutBusinessPage
      title={() => 'Report a recommendation'}
      description="Tell us what is wrong with a recommendation."
    >
      {({ slug, name, recommendations }) => {
        const found = recommendations.find((one) => one.id === id);
        return (
          <>
            <h1 className="text-34">Report a recommendation</h1>
            <p className="mt-2 text-ink-soft [overflow-wrap:anywhere]">
              Something about this recommendation of {name} is not right? The people who run this site look at it.
            </p>
            {found ? (
              <blockquote className="my-5 border-line border-l-4 pl-4 [overflow-wrap:anywhere]">
                {found.text ? <p className="whitespace-pre-line">{found.text}</p> : null}
                <p className="text-16 text-ink-soft">
                  {found.name}, {found.month}
                </p>
              </blockquote>
            ) : null}
            <RecommendationReportForm slug={slug} name={name} id={id} />
          </>
        );
      }}
    </AboutBusinessPage>
  );
}
