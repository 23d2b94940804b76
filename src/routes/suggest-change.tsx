import { AboutBusinessPage, aboutBusinessRoute } from '#features/businesses/web/about-business-page.tsx';
import { CorrectionForm } from '#features/corrections/web/correction-form.tsx';

export const { queries, canonicalPath } = aboutBusinessRoute('suggest-change');

export function Page() {
  return (
    <AboutBusinessPage
      title={(name) => (name === undefined ? 'Suggest a change' : `Suggest a change: ${name}`)}
      description="Tell us what is not right in a listing."
    >
      {({ slug, name }) => (
        <>
          <h1 className="text-34">Suggest a change</h1>
          <p className="mt-2 mb-6 text-ink-soft [overflow-wrap:anywhere]">
            Is something about {name} wrong or out of date? Tell us. A person looks at it before anything changes.
          </p>
          <CorrectionForm slug={slug} name={name} />
        </>
      )}
    </AboutBusinessPage>
  );
}
