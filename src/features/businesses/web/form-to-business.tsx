import type { ReactNode } from 'react';
import { SentNotice } from '#web/forms/sent-notice.tsx';
import { useSentForm } from '#web/forms/use-sent-form.ts';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { TrapInput } from '#web/ui/trap-input.tsx';

interface FormToBusinessProps {
  slug: string;
  name: string;
  /** The last part of the form's page: 'message' for /business/{slug}/message. */
  page: string;
  form: Parameters<typeof useSentForm>[0];
  /** The fields, given what was typed before and what is wrong with it. */
  children: (given: { kept: Record<string, string>; errors: Record<string, string> }) => ReactNode;
}

/** A visitor's form about a listing. It works without script; after sending it leads back to the listing. */
export function FormToBusiness({ slug, name, page, form, children }: FormToBusinessProps) {
  const { done, errors, failure, isSending, kept, onSubmit } = useSentForm(form);
  if (done) {
    return (
      <SentNotice>
        <p>{done}</p>
        <Link to={`/business/${slug}`} className="mt-2 inline-flex min-h-11 items-center [overflow-wrap:anywhere]">
          Back to {name}
        </Link>
      </SentNotice>
    );
  }
  return (
    <form
      method="post"
      action={`/business/${encodeURIComponent(slug)}/${page}`}
      noValidate
      onSubmit={onSubmit}
      className="grid gap-5"
    >
      {failure === null ? null : (
        <p role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {failure}
        </p>
      )}
      {children({ kept, errors })}
      <TrapInput />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={isSending}>
          {isSending ? 'Sending...' : 'Send'}
        </Button>
        <Link to={`/business/${slug}`} className="inline-flex min-h-11 items-center px-2">
          Cancel
        </Link>
      </div>
    </form>
  );
}
