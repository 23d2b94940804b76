import { FormToBusiness } from '#features/businesses/web/form-to-business.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { correctionFields, correctionLabel } from '../correction-fields.ts';

/** The select's value for 'none yet': an item of the select must not have an empty value. */
const none = 'none';

/** Suggests a change of a listing to staff. */
export function CorrectionForm({ slug, name }: { slug: string; name: string }) {
  const load = async () => (await import('./send-correction.ts')).sendCorrection(slug);
  return (
    <FormToBusiness slug={slug} name={name} page="suggest-change" form={{ plainForm: 'correction', load }}>
      {({ kept, errors }) => (
        <>
          <SelectField label="What is wrong?" name="field" defaultValue={kept.field || none} error={errors.field}>
            <option value={none} disabled>
              Choose one
            </option>
            {correctionFields.map((field) => (
              <option key={field} value={field}>
                {correctionLabel(field)}
              </option>
            ))}
          </SelectField>
          <TextArea label="What is right?" name="right" rows={3} defaultValue={kept.right} error={errors.right} />
          <TextField
            label="How do you know?"
            help="Required. For example: I was there today, or it says so on their door."
            name="source"
            defaultValue={kept.source}
            error={errors.source}
          />
          <TextField
            label="Your email (optional)"
            help="Only if you would like to hear when it is corrected. The business does not see it."
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={kept.email}
            error={errors.email}
          />
        </>
      )}
    </FormToBusiness>
  );
}
