import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { nextCursor } from '#web/api-client/list-headers.ts';
import { checkForm } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useHasDraft } from '#web/forms/use-has-draft.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { sharePage } from '#web/share-page.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { AskOnceMore } from '#web/ui/ask-once-more.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import {
  answerRecommendation,
  changeAnswer,
  listOwnRecommendations,
  type OwnRecommendation,
  RecommendationAnswer,
  removeAnswer,
} from '../own-contract.ts';

/** Page by page. */
const ownRecommendationsQuery = infiniteQueryOptions({
  queryKey: [listOwnRecommendations.path, 'pages'],
  queryFn: async ({ client, pageParam }) => {
    const { answer, headers } = await callApi(client, listOwnRecommendations, { query: { cursor: pageParam } });
    return { rows: answer, next: nextCursor(headers) };
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next ?? undefined,
});

/** Newest first. */
export function OwnRecommendations() {
  const list = useInfiniteQuery({ ...ownRecommendationsQuery, refetchOnMount: 'always' });
  useSessionEnded(list.error);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (rows === undefined) {
    return list.isError ? (
      <LoadFailed message="We could not load the recommendations." onRetry={() => void list.refetch()} />
    ) : (
      <Spinner label="Loading recommendations..." />
    );
  }
  if (rows.length === 0) {
    return (
      <p className="rounded-card border border-line border-dashed p-8 text-center text-ink-soft">
        Nobody has recommended your listing yet. Visitors find "Recommend" on its page; you may well ask your regulars.
      </p>
    );
  }
  return (
    <>
      <ul className="grid gap-4">
        {rows.map((recommendation) => (
          <li key={recommendation.id}>
            <Recommendation recommendation={recommendation} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <LoadMore label="Show more" isLoading={list.isFetchingNextPage} onLoad={() => void list.fetchNextPage()} />
      ) : null}
    </>
  );
}

function Recommendation({ recommendation }: { recommendation: OwnRecommendation }) {
  const { siteUrl, timeZone } = useCity();
  const { business, name, text, confirmedAt } = recommendation;
  const url = `${siteUrl}/business/${business.slug}#recommendations`;
  return (
    <article
      aria-label={`${name} recommends ${business.name}`}
      className="grid gap-3 rounded-card border border-line bg-card px-5 py-4 [overflow-wrap:anywhere]"
    >
      <p className="text-16 text-ink-soft">
        <strong className="text-ink">{name}</strong> recommends {business.name}, {formatDate(confirmedAt, timeZone)}
      </p>
      {text === '' ? null : <p className="whitespace-pre-line">{text}</p>}
      <OwnAnswer recommendation={recommendation} />
      <Button
        look="quiet"
        aria-label={`Share the recommendation of ${name}`}
        onClick={() => void sharePage(`${name} recommends ${business.name}`, url, 'recommendation')}
        className="justify-self-start"
      >
        Share
      </Button>
    </article>
  );
}

/** The owner's answer, or the form for one. */
function OwnAnswer({ recommendation }: { recommendation: OwnRecommendation }) {
  const { id, answer } = recommendation;
  const hasDraft = useHasDraft(draftOf(id));
  const [isChanging, setChanging] = useState(hasDraft && answer !== null);
  const isShown = answer !== null && !isChanging;
  const place = useRef<HTMLDivElement>(null);
  const wasShown = useRef(isShown);
  // The control that was used has gone with what it changed.
  useLayoutEffect(() => {
    if (wasShown.current !== isShown && document.activeElement === document.body) {
      place.current?.querySelector<HTMLElement>('textarea, button')?.focus();
    }
    wasShown.current = isShown;
  }, [isShown]);
  return (
    <div ref={place} className="grid gap-3">
      {isShown ? (
        <Answered recommendation={recommendation} onChange={() => setChanging(true)} />
      ) : (
        <AnswerForm recommendation={recommendation} onClose={() => setChanging(false)} />
      )}
    </div>
  );
}

function Answered({ recommendation, onChange }: { recommendation: OwnRecommendation; onChange: () => void }) {
  const client = useQueryClient();
  const { id, name, answer } = recommendation;
  return (
    <>
      <p className="rounded-control bg-ground-deep p-4 whitespace-pre-line">
        <strong>You answered:</strong> {answer}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" aria-label={`Change your answer to ${name}`} onClick={onChange}>
          Change
        </Button>
        <AskOnceMore
          label="Remove"
          name={`Remove your answer to ${name}`}
          question="Remove your answer from the page?"
          yes="Yes, remove it"
          yesName={`Yes, remove your answer to ${name}`}
          no="Keep it"
          act={() => callApi(client, removeAnswer, { params: { id } })}
          done="Your answer is removed"
          failed="This could not be removed. Check the connection and try again."
          onDone={() => void client.invalidateQueries({ queryKey: ownRecommendationsQuery.queryKey })}
        />
      </div>
    </>
  );
}

const draftOf = (id: string) => `recommendation-answer:${id}`;

interface AnswerFormProps {
  recommendation: OwnRecommendation;
  /** The answer is stored, or stays as it is. */
  onClose: () => void;
}

function AnswerForm({ recommendation: { id, name, answer }, onClose }: AnswerFormProps) {
  const client = useQueryClient();
  const [error, setError] = useState<string | undefined>();
  const [isSending, setSending] = useState(false);
  const kept = useKeptForm({ thing: draftOf(id), noun: 'answer' });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const { values, errors } = checkForm(RecommendationAnswer, form);
    const fail = (text: string) => {
      setError(text);
      focusFirstInvalid(form, { answer: text });
    };
    if (values === null) return fail(errors.answer ?? 'Please write an answer');
    setSending(true);
    try {
      await (answer === null
        ? callApi(client, answerRecommendation, { params: { id }, body: values })
        : callApi(client, changeAnswer, { params: { id }, body: { ...values, former: answer } }));
      kept.settle();
      showToast(
        answer === null
          ? { title: 'Answer shown', text: 'It is on your page, below the recommendation.' }
          : { title: 'Answer changed', text: 'The page has your new words.' },
      );
      await client.invalidateQueries({ queryKey: ownRecommendationsQuery.queryKey });
      onClose();
    } catch (problem) {
      fail(problemMessage(problem, 'Your answer was not saved. Please try again.'));
    } finally {
      setSending(false);
    }
  }

  return (
    <form ref={kept.ref} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      {kept.notice}
      <TextArea
        label={`Your answer to ${name}`}
        help="Up to 300 characters. Everybody sees it on your page. The first answer is also mailed to the person who recommended you."
        name="answer"
        rows={2}
        maxLength={300}
        defaultValue={answer ?? ''}
        error={error}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="secondary" aria-disabled={isSending}>
          {isSending ? 'Saving...' : answer === null ? 'Publish answer' : 'Publish the new answer'}
        </Button>
        {answer === null ? null : (
          <Button
            look="quiet"
            onClick={() => {
              kept.settle();
              onClose();
            }}
          >
            Leave it as it is
          </Button>
        )}
      </div>
    </form>
  );
}
