import { FormToBusiness } from '#features/businesses/web/form-to-business.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';

/** Writes to a listing's owner. */
export function MessageForm({ slug, name }: { slug: string; name: string }) {
  const load = async () => (await import('./send-message.ts')).sendMessage(slug);
  return (
    <FormToBusiness slug={slug} name={name} page="message" form={{ plainForm: 'business-message', load }}>
      {({ kept, errors }) => (
        <>
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            required
            defaultValue={kept.name}
            error={errors.name}
          />
          <TextField
            label="Your email"
            help="The answer goes there. The business does not see it."
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={kept.email}
            error={errors.email}
          />
          <TextArea label="Message" name="text" rows={6} required defaultValue={kept.text} error={errors.text} />
        </>
      )}
    </FormToBusiness>
  );
}
