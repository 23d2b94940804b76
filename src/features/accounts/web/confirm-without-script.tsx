import { Button } from '#web/ui/button.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';

/** The button of a mailed link as a form. The page cannot ask first what the link does, so it says what may be. */
export function ConfirmWithoutScript({ token }: { token: string }) {
  const sent = usePlainForm('verify-email');
  return (
    <form method="post" action={`/verify-email?${new URLSearchParams({ token })}`}>
      {sent && !sent.done ? (
        <p role="alert" className="mb-5 rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {sent.message} Your account page sends one.
        </p>
      ) : null}
      <Button type="submit" size="large">
        Confirm Email
      </Button>
      <p className="mt-5 text-16 text-ink-soft">
        If another email for your account is being set, the click is your yes to that, too. It charges nothing: a claim
        that waits for this address then goes to our staff.
      </p>
    </form>
  );
}
