import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { Fact, SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { detailFields, detailNames } from '../details-fields.ts';
import { planNames } from '../plans.ts';
import { markOrderDone, refundOrder, type StaffOrder } from '../staff-contract.ts';
import { BeginListingForm } from './begin-listing-form.tsx';

type Deed = 'done' | 'refund';

interface DeedWords {
  open: string;
  label: string;
  help: string;
  submit: string;
  said: string;
}

const words: Record<Deed, DeedWords> = {
  done: {
    open: 'Mark done...',
    label: 'Note',
    help: 'For the staff: what you set up. Who paid gets a mail that the listing is active.',
    submit: 'Mark done',
    said: 'Marked done',
  },
  refund: {
    open: 'Refund...',
    label: 'Why is the money given back?',
    help: 'Who paid gets this by mail. The whole amount goes back to the card.',
    submit: 'Refund',
    said: 'The payment was given back',
  },
};

/** A paid listing with the actions that staff have. */
export function OrderCard({ order }: { order: StaffOrder }) {
  const [deed, setDeed] = useState<Deed | 'begin' | null>(null);
  const { timeZone } = useCity();
  const { email, businessName, paidAt, handledAt, handledBy, refundedAt, disputedAt, note } = order;
  const { business, premiumUntil } = order;
  const [maySettle, mayRefund] = [useMay(['moderator']), useMay(['treasurer'])];
  const deeds: Deed[] = [
    ...(order.status === 'paid' && maySettle ? (['done'] as const) : []),
    ...((order.status === 'paid' || order.status === 'handled') && mayRefund ? (['refund'] as const) : []),
  ];
  return (
    <article className="grid gap-3 rounded-control border border-line bg-card p-4 text-16">
      <dl className="grid gap-3 sm:grid-cols-2">
        <Fact name="Listing">
          {planNames[order.plan]}, {formatDollars(order.amountCents)}
        </Fact>
        <Fact name="Business">{businessName}</Fact>
        <Fact name="Email">{email}</Fact>
        <Fact name="Paid">{paidAt ? <Moment at={paidAt} /> : null}</Fact>
        {handledAt ? (
          <Fact name="Done">
            <Moment at={handledAt} />
            {handledBy ? ` by ${handledBy}` : null}
          </Fact>
        ) : null}
        {business ? (
          <Fact name={order.status === 'paid' ? 'Its listing, begun' : 'Set up as'}>
            {order.status === 'paid' ? (
              <StaffLink to={`/staff/businesses/${business.id}`}>{business.name}</StaffLink>
            ) : (
              <a href={`/business/${business.slug}`}>{business.name}</a>
            )}
          </Fact>
        ) : null}
        {premiumUntil && order.status === 'handled' ? (
          <Fact name="Premium included until">{formatDate(premiumUntil, timeZone)}</Fact>
        ) : null}
        {refundedAt ? (
          <Fact name="Given back">
            <Moment at={refundedAt} />
          </Fact>
        ) : null}
        {disputedAt ? (
          <Fact name="Disputed by the card's owner">
            <Moment at={disputedAt} />
          </Fact>
        ) : null}
        {order.status === 'paid' ? (
          <Fact name="What it is to say" isWide>
            {order.detailsSentAt ? (
              <>
                Sent <Moment at={order.detailsSentAt} />
              </>
            ) : (
              'Not sent yet. Our email about the payment asks for it.'
            )}
          </Fact>
        ) : null}
        {order.details
          ? detailNames.map((field) =>
              order.details?.[field] && !(field === 'name' && order.details.name === businessName) ? (
                <Fact key={field} name={detailFields[field].label} isWide={detailFields[field].max > 300}>
                  <span className="whitespace-pre-line">{order.details[field]}</span>
                </Fact>
              ) : null,
            )
          : null}
        {note ? (
          <Fact name="Note" isWide>
            {note}
          </Fact>
        ) : null}
      </dl>
      {deed === null ? (
        <footer className="flex flex-wrap gap-2">
          {email ? (
            <a
              href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(businessName ?? 'Your listing')}`}
              className={buttonClass()}
            >
              Write to {email}
            </a>
          ) : null}
          {order.status === 'paid' && maySettle && business === null ? (
            <SmallButton onClick={() => setDeed('begin')}>Begin the listing...</SmallButton>
          ) : null}
          {deeds.map((one) => (
            <SmallButton key={one} look={one === 'refund' ? 'danger' : 'secondary'} onClick={() => setDeed(one)}>
              {words[one].open}
            </SmallButton>
          ))}
        </footer>
      ) : deed === 'begin' ? (
        <BeginListingForm order={order} onClose={() => setDeed(null)} />
      ) : (
        <DeedForm order={order} deed={deed} onCancel={() => setDeed(null)} />
      )}
    </article>
  );
}

function DeedForm({ order, deed, onCancel }: { order: StaffOrder; deed: Deed; onCancel: () => void }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<{ business?: string | undefined; text?: string | undefined }>({});
  const { label, help, submit, said } = words[deed];
  const params = { id: order.id };
  const kept = useKeptForm({ thing: `order-${deed}:${order.id}`, noun: 'note' });

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [area, page] = [event.currentTarget.querySelector('textarea'), event.currentTarget.querySelector('input')];
    const text = area?.value.trim() ?? '';
    if (deed === 'refund' && text.length < 5) {
      setErrors({ text: 'Please say why' });
      area?.focus();
      return;
    }
    const refused = await run(
      () =>
        deed === 'done'
          ? callApi(client, markOrderDone, { params, body: { business: page?.value ?? '', note: text } }).then(
              kept.settle,
            )
          : callApi(client, refundOrder, { params, body: { reason: text } }).then(kept.settle),
      said,
    );
    if (refused === null) onCancel();
    else {
      setErrors({ business: refused.business, text: refused.note ?? refused.reason });
      if (refused.business) page?.focus();
    }
  }

  return (
    <form
      ref={kept.ref}
      noValidate
      onSubmit={(event) => void send(event)}
      className="grid gap-3 border-line border-t pt-3"
    >
      {kept.notice}
      {deed === 'done' ? (
        <TextField
          label="The listing's page"
          name="page"
          help={
            order.plan === 'premium'
              ? 'Its address, such as /business/the-name. Its Premium begins when you mark this done, and ends by itself.'
              : 'Its address, such as /business/the-name. The mail then leads there.'
          }
          error={errors.business}
          defaultValue={order.business ? `/business/${order.business.slug}` : ''}
          maxLength={300}
          autoComplete="off"
        />
      ) : null}
      <TextArea label={label} name="text" help={help} error={errors.text} rows={3} maxLength={1000} ref={takeFocus} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look={deed === 'refund' ? 'danger' : 'primary'} disabled={isPending}>
          {isPending ? 'Saving...' : submit}
        </Button>
        <Button look="secondary" onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
