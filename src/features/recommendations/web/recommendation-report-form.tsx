import { FormToBusiness } from '#features/businesses/web/form-to-business.tsx';
import { TextArea } from '#web/ui/field.tsx';

/** Reports a recommendation to staff. */
export function RecommendationReportForm({ slug, name, id }: { slug: string; name: string; id: string }) {
  const load = async () => (await import('./send-recommendation.ts')).sendReport(slug);
  return (
    <FormToBusiness
      slug={slug}
      name={name}
      page="report-recommendation"
      form={{ plainForm: 'recommendation-report', load }}
    >
      {({ kept, errors }) => (
        <>
          <input type="hidden" name="id" value={kept.id ?? id} />
          <TextArea
            label="What is wrong with it?"
            name="text"
            rows={4}
            required
            defaultValue={kept.text}
            error={errors.text ?? errors.id}
          />
        </>
      )}
    </FormToBusiness>
  );
}
