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
import { orderNumber } from '#shared/order-number.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button, ButtonLink, buttonClass } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { detailFields, detailNames } from '../details-fields.ts';
import { planNames } from '../plans.ts';
import { markOrderDone, type StaffOrder, sumWords } from '../staff-contract.ts';
import { notTaken } from '../taken-fields.ts';
import { BeginListingForm } from './begin-listing-form.tsx';
import { givenBack, RefundOrderForm } from './refund-order-form.tsx';

type Deed = 'begin' | 'done' | 'refund';

/** A paid listing with the actions that staff have. */
export function OrderCard({ order }: { order: StaffOrder }) {
  const [asked, setDeed] = useState<Deed | null>(null);
  const { timeZone } = useCity();
  const { email, businessName, paidAt, handledAt, handledBy, disputedAt, note } = order;
  const { business, premiumUntil } = order;
  const close = () => setDeed(null);
  // A colleague has begun it meanwhile: there is nothing to begin any more.
  const deed = asked === 'begin' && business !== null ? null : asked;
  return (
    <article data-undo={order.id} className="grid gap-3 rounded-control border border-line bg-card p-4 text-16">
      <dl className="grid gap-3 sm:grid-cols-2">
        <Fact name="Listing">
          {planNames[order.plan]}, {sumWords({ paid: order.amountCents, back: givenBack(order) })}
        </Fact>
        <Fact name="Order">{orderNumber(order.id)}</Fact>
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
        <LeftOut order={order} />
        <GivenBack order={order} />
        {disputedAt ? (
          <Fact name="Disputed by the card's owner">
            <Moment at={disputedAt} />
          </Fact>
        ) : null}
        <SentFacts order={order} />
        {note ? (
          <Fact name="Note" isWide>
            {note}
          </Fact>
        ) : null}
      </dl>
      {deed === 'done' ? <ToComplete order={order} /> : null}
      {deed === null ? (
        <Deeds order={order} onChoose={setDeed} />
      ) : deed === 'begin' ? (
        <BeginListingForm order={order} onClose={close} />
      ) : deed === 'done' ? (
        <DoneForm order={order} onCancel={close} />
      ) : (
        <RefundOrderForm order={order} onDone={close} />
      )}
    </article>
  );
}

/** The way to a listing that is begun: it has to be public before the order is done. */
function ToComplete({ order: { status, business } }: { order: StaffOrder }) {
  if (status !== 'paid' || business?.isPublic !== false) return null;
  return (
    <ButtonLink to={`/staff/businesses/${business.id}`} className="justify-self-start px-4">
      Complete the listing
    </ButtonLink>
  );
}

/** The next step of the work is the filled button. */
function Deeds({ order, onChoose }: { order: StaffOrder; onChoose: (deed: Deed) => void }) {
  const [maySettle, mayRefund] = [useMay(['moderator']), useMay(['treasurer'])];
  const { status, business, businessName, email } = order;
  const waits = status === 'paid';
  return (
    <footer className="flex flex-wrap gap-2">
      {waits && maySettle && business === null ? (
        <SmallButton look="primary" onClick={() => onChoose('begin')}>
          Begin the listing...
        </SmallButton>
      ) : null}
      {maySettle ? <ToComplete order={order} /> : null}
      {waits && maySettle ? (
        <SmallButton look={business?.isPublic ? 'primary' : 'secondary'} onClick={() => onChoose('done')}>
          Mark done...
        </SmallButton>
      ) : null}
      {email ? (
        <a
          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(businessName ?? 'Your listing')}`}
          className={buttonClass('secondary')}
        >
          Write to {email}
        </a>
      ) : null}
      {(waits || status === 'handled') && mayRefund ? (
        <SmallButton look="danger" onClick={() => onChoose('refund')}>
          Refund...
        </SmallButton>
      ) : null}
    </footer>
  );
}

/** The facts that the buyer sent, and whether they still wait. */
function SentFacts({ order: { status, details, detailsSentAt, businessName } }: { order: StaffOrder }) {
  return (
    <>
      {status === 'paid' ? (
        <Fact name="What it is to say" isWide>
          {detailsSentAt ? (
            <>
              Sent <Moment at={detailsSentAt} />
            </>
          ) : (
            'Not sent yet. Our email about the payment asks for it.'
          )}
        </Fact>
      ) : null}
      {detailNames.map((field) =>
        details?.[field] && !(field === 'name' && details.name === businessName) ? (
          <Fact key={field} name={detailFields[field].label} isWide={detailFields[field].max > 300}>
            <span className="whitespace-pre-line">{details[field]}</span>
          </Fact>
        ) : null,
      )}
    </>
  );
}

function LeftOut({ order: { status, business, details } }: { order: StaffOrder }) {
  const facts = status === 'paid' && business !== null ? notTaken(details) : [];
  return facts.length === 0 ? null : (
    <Fact name="Not taken over" isWide>
      {facts.join(', ')}: please ask, or add what is meant on the listing's page.
    </Fact>
  );
}

/** Each part with its day, and what of the payment they are. */
function GivenBack({ order }: { order: StaffOrder }) {
  const { refunds, amountCents, refundedAt } = order;
  if (refunds.length === 0)
    return refundedAt ? (
      <Fact name="Given back">
        <Moment at={refundedAt} />
      </Fact>
    ) : null;
  const paid = formatDollars(amountCents);
  return (
    <Fact name={refundedAt ? 'Given back' : `Given back, ${formatDollars(givenBack(order))} of ${paid}`}>
      {refunds.map(({ id, at, cents }) => (
        <span key={id} className="block">
          {formatDollars(cents)}, <Moment at={at} />
        </span>
      ))}
    </Fact>
  );
}

function DoneForm({ order, onCancel }: { order: StaffOrder; onCancel: () => void }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** The listing of which staff have read what it lacks. */
  const [asked, setAsked] = useState<string>();
  const params = { id: order.id };
  const kept = useKeptForm({ thing: `order-done:${order.id}`, noun: 'note' });

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [area, page] = [event.currentTarget.querySelector('textarea'), event.currentTarget.querySelector('input')];
    // Asked once: another listing may lack something else.
    const body = { business: page?.value ?? '', note: area?.value.trim() ?? '', evenSo: asked === page?.value };
    const act = () => callApi(client, markOrderDone, { params, body }).then(kept.settle);
    const refused = await run(act, 'Marked done', { subjectId: order.id });
    if (refused === null) onCancel();
    else {
      setErrors(refused);
      setAsked(refused.evenSo ? page?.value : undefined);
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
      {errors.listing ? (
        <p>
          <StaffLink to={`/staff/businesses/${errors.listing}`}>Open it to complete and approve it</StaffLink>
        </p>
      ) : null}
      <TextArea
        label="Note"
        name="text"
        help="For the staff: what you set up. Who paid gets a mail that the listing is active, half a minute later."
        error={errors.note}
        rows={3}
        maxLength={1000}
        ref={takeFocus}
      />
      {errors.evenSo ? (
        <p role="alert" tabIndex={-1} ref={takeFocus} className="rounded-control border border-line-strong p-3">
          {errors.evenSo}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Saving...' : errors.evenSo ? 'Mark done all the same' : 'Mark done'}
        </Button>
        <Button look="secondary" onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
