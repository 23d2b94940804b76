import { Button } from '#web/ui/button.tsx';
import type { BusinessFormState } from './use-business-form.ts';

const words = {
  kept: {
    title: 'Welcome back: what you typed is still here.',
    text: 'It is not saved yet.',
    action: 'Discard it',
  },
  clash: {
    title: 'This business has been changed in the meantime, perhaps in another window.',
    text: 'Nothing you typed is lost. Their other changes are taken over; where you both changed a field, it says so. Save once more to keep yours.',
    action: 'Take all of theirs',
  },
};

/** Says where the form's content comes from when it is not simply what the business says. */
export function FormNotice({ form }: { form: BusinessFormState }) {
  if (form.notice === null) return null;
  const { title, text, action } = words[form.notice];
  return (
    <div role="status" className="rounded-control border border-gold-line bg-gold-ground p-4 text-16">
      <p className="font-semibold">{title}</p>
      <p className="mt-1">{text}</p>
      <Button look="secondary" className="mt-3" onClick={form.discard}>
        {action}
      </Button>
    </div>
  );
}
