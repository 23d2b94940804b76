import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { mailEndedMessage } from '#features/statistics/contract.ts';
import drawing from '#web/art/empty/no-news.svg';
import type { PageProps } from '#web/page.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';

/** Opening the link changes nothing, because mail scanners open links too. The button ends the mails. */
export function Page({ search }: PageProps<'token'>) {
  const token = search.get('token') ?? '';
  const isDone = usePlainForm('statistics-mail')?.done ?? false;
  return (
    <>
      <PageHead title="Monthly numbers" description="End the monthly emails about your listing." noIndex />
      {isDone ? (
        <EmptyState level={1} drawing={drawing} title="That was the last one" text={mailEndedMessage}>
          <ButtonLink to="/dashboard">To the dashboard</ButtonLink>
        </EmptyState>
      ) : token === '' ? (
        <EmptyState
          level={1}
          drawing={drawing}
          title="This link does not work"
          text="Please use the link in your latest email from us, or change it on your listing's statistics page."
        >
          <ButtonLink to="/dashboard">To the dashboard</ButtonLink>
        </EmptyState>
      ) : (
        <EmptyState
          level={1}
          drawing={drawing}
          title="No more monthly numbers?"
          text="You will get no more emails about the numbers of your listings. You can ask for them again on their statistics pages."
        >
          <form method="post" action="/statistics-mail/end">
            <input type="hidden" name="token" value={token} />
            <Button type="submit">Stop the emails</Button>
          </form>
        </EmptyState>
      )}
    </>
  );
}
