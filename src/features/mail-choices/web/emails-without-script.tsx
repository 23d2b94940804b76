import { useQuery } from '@tanstack/react-query';
import { NeedsScript } from '#features/accounts/web/needs-script.tsx';
import { Button } from '#web/ui/button.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { mailWords } from '../mail-words.ts';
import { AlwaysSent } from './always-sent.tsx';
import { choicesForPage } from './mail-choices-query.ts';

/** The account page in a browser without script: the choice of emails is the part that works there. */
export function EmailsWithoutScript({ isOpen }: { isOpen: boolean }) {
  const { data } = useQuery({ ...choicesForPage, enabled: isOpen });
  const sent = usePlainForm('emails');
  if (!isOpen) {
    return (
      <>
        <NeedsScript />
        <p>
          One part works without it: <a href="/account?emails=choose">What we send you</a>
        </p>
      </>
    );
  }
  return (
    <>
      <h1 className="text-34">What we send you</h1>
      {sent ? (
        <p role={sent.done ? 'status' : 'alert'} className="font-semibold">
          {sent.message}
        </p>
      ) : null}
      {data?.length ? null : (
        <p>
          <a href="/login?next=%2Faccount%3Femails%3Dchoose">Log in</a> to choose.
        </p>
      )}
      <ul className="grid gap-6 text-left">
        {data?.map(({ kind, isOn }) => (
          <li key={kind}>
            <form method="post" action="/account/emails">
              <p className="font-semibold">
                {mailWords[kind].name}: {isOn ? 'on' : 'off'}
              </p>
              <p className="text-ink-soft">
                {mailWords[kind].tells} {mailWords[kind].without}
              </p>
              <input type="hidden" name="kind" value={kind} />
              <Button type="submit" look="secondary" name="isOn" value={String(!isOn)} className="mt-2">
                Turn {isOn ? 'off' : 'on'}
                <span className="sr-only"> {mailWords[kind].name}</span>
              </Button>
            </form>
          </li>
        ))}
      </ul>
      <div className="text-left">
        <AlwaysSent />
      </div>
    </>
  );
}
