import { lazy, Suspense, useRef, useState } from 'react';
import { DraftOwner } from '#web/forms/draft-owner.ts';
import { SentNotice } from '#web/forms/sent-notice.tsx';
import { useSentForm } from '#web/forms/use-sent-form.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { type DetailField, detailFields, type OrderDetails } from '../details-fields.ts';

const rows: Partial<Record<DetailField, number>> = { hours: 3, about: 6, more: 3 };

const help: Partial<Record<DetailField, string>> = {
  kind: 'For example: a bakery, a law office, a dog groomer.',
  hours: 'One line for each day, or a few words: “Mon to Fri 9 AM to 5 PM, closed on holidays”.',
  about: 'What you do, since when, what you are known for. A few plain words are enough: we write the text.',
  more: 'Links to pictures, a person to ask, a date to wait for.',
};

interface DetailsFormProps {
  /** The order's id. */
  id: string;
  /** The order and its signature; '' for this browser's own. */
  order: string;
  sent: OrderDetails | null;
  businessName: string | null;
  /** Nobody gave an address while paying. */
  asksForEmail: boolean;
}

const FormKeeper = lazy(() => import('#web/forms/form-keeper.tsx'));

/** Asks a buyer what the listing is to say. It works without script. */
export function DetailsForm({ id, order, sent, businessName, asksForEmail }: DetailsFormProps) {
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const settle = useRef<() => void>(undefined);
  const { done, errors, failure, isSending, kept, onSubmit } = useSentForm({
    plainForm: 'listing-details',
    load: async () => (await import('./send-details.ts')).sendDetails,
    onSent: () => settle.current?.(),
  });
  const page = `/listing-details?${new URLSearchParams({ order })}`;
  if (done) {
    return (
      <>
        <SentNotice>{done}</SentNotice>
        {/* A full page load shows what the server has now. */}
        <a href={page} className={`mt-5 ${buttonClass('secondary')}`}>
          Change What You Sent
        </a>
      </>
    );
  }
  const first: Partial<OrderDetails> = sent ?? { name: businessName ?? '' };
  const field = (name: DetailField, more: { type?: string; autoComplete?: string } = {}) => {
    const given = {
      label: detailFields[name].label,
      name,
      defaultValue: kept[name] ?? first[name] ?? '',
      error: errors[name],
      maxLength: detailFields[name].max,
      ...(help[name] === undefined ? {} : { help: help[name] }),
    };
    return rows[name] ? <TextArea {...given} rows={rows[name]} /> : <TextField {...given} {...more} />;
  };
  return (
    <form ref={setForm} method="post" action={page} noValidate onSubmit={onSubmit} className="grid gap-5">
      {form ? (
        <DraftOwner value={`order:${id}`}>
          <Suspense fallback={null}>
            <FormKeeper
              form={form}
              thing="listing-details"
              noun="text"
              onReady={(ready) => {
                settle.current = ready;
              }}
            />
          </Suspense>
        </DraftOwner>
      ) : null}
      {failure === null ? null : (
        <p role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {failure}
        </p>
      )}
      <input type="hidden" name="order" value={order} />
      {asksForEmail ? (
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={kept.email ?? ''}
          error={errors.email}
          maxLength={254}
          help="We have no address of yours yet. Your receipt goes there, and our word when the listing is set up."
        />
      ) : null}
      {field('name', { autoComplete: 'organization' })}
      {field('kind')}
      {field('address', { autoComplete: 'street-address' })}
      {field('phone', { type: 'tel', autoComplete: 'tel' })}
      {field('website', { autoComplete: 'url' })}
      {field('hours')}
      {field('about')}
      {field('more')}
      <Button type="submit" size="large" aria-disabled={isSending} className="justify-self-start">
        {isSending ? 'Sending...' : sent ? 'Send the Changes' : 'Send'}
      </Button>
    </form>
  );
}
