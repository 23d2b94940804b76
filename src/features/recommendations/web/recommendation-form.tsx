import { FormToBusiness } from '#features/businesses/web/form-to-business.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { maxWords } from '../contract.ts';

/** Recommends a listing to everybody. */
export function RecommendationForm({ slug, name }: { slug: string; name: string }) {
  const load = async () => (await import('./send-recommendation.ts')).sendRecommendation(slug);
  return (
    <FormToBusiness slug={slug} name={name} page="recommend" form={{ plainForm: 'recommendation', load }}>
      {({ kept, errors }) => (
        <>
          <TextField
            label="Your name"
            help="As everybody will see it. A first name is enough."
            name="name"
            autoComplete="given-name"
            required
            defaultValue={kept.name}
            error={errors.name}
          />
          <TextField
            label="Your email"
            help="We mail you a link to confirm, and once the answer of the business, if it gives one. Nobody sees it."
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={kept.email}
            error={errors.email}
          />
          <TextArea
            label="What do you like? (optional)"
            help={`Up to ${maxWords} characters.`}
            name="text"
            rows={3}
            maxLength={maxWords}
            defaultValue={kept.text}
            error={errors.text}
          />
        </>
      )}
    </FormToBusiness>
  );
}
