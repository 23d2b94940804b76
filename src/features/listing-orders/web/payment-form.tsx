/** Stripe's payment form. It is a separate part, because only it needs Stripe's libraries. */
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntent, Stripe } from '@stripe/stripe-js';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { EmailField } from '#features/accounts/web/email-field.tsx';
import { cityIn } from '#features/city-guide/web/city-queries.ts';
import type { Answer } from '#shared/endpoint.ts';
import { formatDollars } from '#shared/money.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { checkForm, type FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { Link } from '#web/router/link.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { dropRefusal } from '#web/toast/drop-refusal.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type createPaymentIntent, OrderContact, saveOrderContact } from '../contract.ts';
import { type ListingPlan, planNames } from '../plans.ts';
import { priceCents } from '../price-of-plan.ts';
import { useFormLook } from './form-look.ts';
import { loadPayments } from './load-stripe.ts';
import { NoEmail } from './no-email.tsx';

interface PaymentFormProps {
  plan: ListingPlan;
  clientSecret: string;
  /** Known values: of the signed-in user, or from the address. */
  email: string;
  businessName: string;
  /** A listing that this browser has paid and that is not set up yet. */
  waiting: Answer<typeof createPaymentIntent>['waiting'];
}

const notLoaded = 'Stripe failed to load';

export default function PaymentForm(props: PaymentFormProps) {
  const client = useQueryClient();
  const appearance = useFormLook();
  const [stripe, setStripe] = useState<Stripe | 'loading' | 'failed'>('loading');
  useEffect(() => {
    const fail = () => {
      setStripe('failed');
      showToast({ title: 'Error', text: notLoaded, destructive: true });
    };
    loadPayments(client).then((loaded) => (loaded ? setStripe(loaded) : fail()), fail);
  }, [client]);
  if (stripe === 'loading') return <Spinner label="Loading payment form..." />;
  if (stripe === 'failed') {
    return (
      <p role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
        {notLoaded}. Please check your connection and reload the page. Nothing was charged.
      </p>
    );
  }
  return (
    <>
      {props.waiting ? <PaidBefore {...props.waiting} /> : null}
      <Elements key={props.clientSecret} stripe={stripe} options={{ clientSecret: props.clientSecret, appearance }}>
        <CardForm {...props} />
      </Elements>
    </>
  );
}

/** Keeps somebody who is not sure whether the payment went through from paying twice. */
function PaidBefore({ plan, businessName, order }: NonNullable<PaymentFormProps['waiting']>) {
  return (
    <p className="mb-6 rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 [overflow-wrap:anywhere]">
      You have paid for a {planNames[plan]} listing{businessName === null ? '' : ` for ${businessName}`} already, and we
      are setting it up.{' '}
      <Link to={`/listing-details?${new URLSearchParams({ order })}`}>Tell us what it is to say</Link>. Pay here only
      for another business.
    </p>
  );
}

/** The answer to a payment may be lost, or another tab has made it: an error alone does not say that nothing was charged. */
async function wasMade(stripe: Stripe, clientSecret: string): Promise<'yes' | 'no' | 'replaced' | 'unknown'> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  if (paymentIntent === undefined) return 'unknown';
  if (paymentIntent.status === 'canceled') return 'replaced';
  return isMade(paymentIntent) ? 'yes' : 'no';
}

const isMade = ({ status }: PaymentIntent) => status === 'succeeded' || status === 'processing';

const notCharged = 'That did not go through, and nothing was charged. Please check the card, or try another one.';
const paidElsewhere =
  'You have paid for a listing in another window, and nothing more was charged. To pay for another business, reload this page.';
const replaced =
  'Another window of yours has begun another payment in place of this one, and nothing was charged here. Please reload this page.';
const notKnown =
  'We do not know yet whether you have paid. Please do not pay again: check your connection and your mail, then reload this page.';

interface Failure {
  /** The words of the card's bank or of the form; '' when there are none. */
  reason: string;
  /** Tells what became of the money. */
  lasting: string;
}

const titles: Record<string, string> = {
  [notKnown]: 'Please Wait',
  [paidElsewhere]: 'Paid Already',
  [replaced]: 'Please Reload',
};

/**
 * Saves the contact before the payment: if the browser is closed right after paying, we still know the buyer.
 * Null when a field is refused. `isOpen` is false when the order has been paid already.
 */
async function saveContact(
  client: QueryClient,
  { form, payment }: { form: HTMLFormElement; payment: string },
  setErrors: (errors: FieldErrors) => void,
): Promise<{ contact: OrderContact; isOpen: boolean } | null> {
  const checked = checkForm(OrderContact, form);
  setErrors(checked.errors);
  if (checked.values === null) {
    focusFirstInvalid(form, checked.errors);
    return null;
  }
  let isOpen = true;
  try {
    isOpen = (await callApi(client, saveOrderContact, { body: { ...checked.values, payment } })).answer.saved;
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) {
      setErrors(error.problem?.fields ?? {});
      return null;
    }
    // The payment does not depend on it.
    console.warn('The contact data was not saved', error);
  }
  return { contact: checked.values, isOpen };
}

interface BuyerFieldsProps extends Pick<PaymentFormProps, 'email' | 'businessName'> {
  errors: FieldErrors;
}

function BuyerFields({ email, businessName, errors }: BuyerFieldsProps) {
  return (
    <>
      <TextField
        label="Business name"
        help="You can also tell us after paying."
        name="businessName"
        autoComplete="organization"
        defaultValue={businessName}
        maxLength={120}
        error={errors.businessName}
      />
      <EmailField
        label="Email"
        name="email"
        autoComplete="email"
        defaultValue={email}
        help="For your receipt, and so that we can write to you about your listing. Without it we cannot."
        error={errors.email}
      />
    </>
  );
}

function CardForm({ plan, clientSecret, email, businessName }: PaymentFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [question, setQuestion] = useState<'unasked' | 'asked' | 'pay without'>('unasked');
  // A second click may come before the button is drawn as disabled.
  const busy = useRef(false);
  /** This page has sent a payment, whose answer may be lost. */
  const hasTried = useRef(false);

  function fail(message: string | undefined, lasting = notCharged) {
    const text = message ?? 'The payment could not be made. Nothing was charged; please try again.';
    showToast({ title: titles[lasting] ?? 'Payment Failed', text, destructive: true });
    setFailure({ reason: message ?? '', lasting });
  }

  async function pay(form: HTMLFormElement, mayLackEmail: boolean): Promise<void> {
    if (!stripe || !elements) return;
    const checked = await elements.submit();
    if (checked.error) return fail(checked.error.message);
    const saved = await saveContact(client, { form, payment: clientSecret }, setErrors);
    if (saved === null) return;
    const { contact, isOpen } = saved;
    if (!contact.email && !mayLackEmail) return setQuestion('asked');
    // Another page has paid this order, perhaps for another business.
    if (!isOpen && !hasTried.current) {
      const elsewhere = await wasMade(stripe, clientSecret);
      if (elsewhere === 'yes') return fail(paidElsewhere, paidElsewhere);
      if (elsewhere === 'replaced') return fail(replaced, replaced);
    }
    hasTried.current = true;
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${location.origin}/payment-success` },
      redirect: 'if_required',
    });
    if (!paymentIntent || !isMade(paymentIntent)) {
      const made = await wasMade(stripe, clientSecret);
      if (made === 'unknown') return fail(notKnown, notKnown);
      if (made === 'replaced') return fail(replaced, replaced);
      if (made === 'no') return fail(error?.message);
    }
    const shown = new URLSearchParams({ plan });
    if (contact.email) shown.set('email', contact.email);
    if (contact.businessName) shown.set('business', contact.businessName);
    const text = `Thank you for your ${planNames[plan]} listing purchase!`;
    await navigate(`/payment-success?${shown}`);
    // Afterwards, because its place depends on the new page.
    showToast({ title: 'Payment Successful', text, isHigh: true });
  }

  async function send(form: HTMLFormElement, mayLackEmail: boolean) {
    if (busy.current) return;
    busy.current = true;
    setPaying(true);
    if (failure) dropRefusal(failure.reason);
    setFailure(null);
    setQuestion(mayLackEmail ? 'pay without' : 'unasked');
    try {
      await pay(form, mayLackEmail);
    } catch (error) {
      console.error('The payment was not confirmed', error);
      fail(notKnown, notKnown);
    } finally {
      busy.current = false;
      setPaying(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(event.currentTarget, question === 'pay without');
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <BuyerFields email={email} businessName={businessName} errors={errors} />
      <PaymentElement onReady={() => setReady(true)} onLoadError={({ error }) => fail(error.message)} />
      {/* The toast goes; this stays until the next try. */}
      {failure === null ? null : (
        <p className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {failure.reason} {failure.reason === failure.lasting ? '' : failure.lasting}
        </p>
      )}
      <Button type="submit" size="large" disabled={!stripe || !isReady || isPaying}>
        {isPaying ? 'Processing...' : `Pay ${formatDollars(priceCents(cityIn(client).prices, plan))}`}
      </Button>
      {question === 'asked' ? <NoEmail onAnswer={(form) => void send(form, true)} /> : null}
    </form>
  );
}
