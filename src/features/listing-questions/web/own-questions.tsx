import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { isSignedOut, useSessionEnded } from '#features/accounts/web/use-session-ended.ts';
import { TalkSoFar } from '#features/claims/web/talk-so-far.tsx';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Card } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { answerQuestion, type ListingQuestion, maxAnswerLength } from '../contract.ts';
import { ownQuestionsQuery } from './question-queries.ts';

/** The dashboard's part about questions on new listings; nothing when there are none. */
export default function OwnQuestions() {
  const { data: questions, error, refetch } = useQuery({ ...ownQuestionsQuery, refetchOnMount: 'always' });
  useSessionEnded(error);
  if (questions === undefined) {
    return error ? (
      <LoadFailed message="We could not load the questions about your listings." onRetry={() => void refetch()} />
    ) : null;
  }
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="text-26 lg:text-34">
        Questions About Your Listings
      </h2>
      <ul className="mt-5 grid gap-4">
        {questions.map((question) => (
          <li key={question.id}>
            <QuestionItem asked={question} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function QuestionItem({ asked }: { asked: ListingQuestion }) {
  const { id, name, question, talk } = asked;
  return (
    <Card className="p-5 sm:p-6">
      <article aria-label={`Question: ${name}`}>
        <h3 className="text-21 [overflow-wrap:anywhere]">{name}</h3>
        <div className="mt-3 grid max-w-[46rem] justify-items-start gap-3 text-16">
          <TalkSoFar talk={talk} question={question} />
          {question === null ? (
            <p>Thank you for your answer. We are looking at your listing again.</p>
          ) : (
            <div className="w-full rounded-control border border-gold-line bg-gold-ground px-4 py-3">
              <p className="font-semibold">We have a question:</p>
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">{question}</p>
              <p>
                Please answer below: your listing waits for it. Is something in it not right?{' '}
                <Link to={`/edit-business/${id}`}>Change the listing</Link>, and it comes back to us, too.
              </p>
            </div>
          )}
        </div>
        <AnswerForm asked={asked} />
      </article>
    </Card>
  );
}

function AnswerForm({ asked: { id, question } }: { asked: ListingQuestion }) {
  const client = useQueryClient();
  const kept = useKeptForm({ thing: `listing-answer:${id}`, noun: 'answer' });
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('answer') as HTMLTextAreaElement;
    if (field.value.trim() === '') {
      setError('Please write an answer');
      field.focus();
      return;
    }
    setPending(true);
    try {
      const { answer } = await callApi(client, answerQuestion, { params: { id }, body: { answer: field.value } });
      client.setQueryData(ownQuestionsQuery.queryKey, (all) => all?.map((one) => (one.id === id ? answer : one)));
      setError(undefined);
      kept.settleEmpty('answer');
      showToast({ title: 'Thank you. We have your answer.' });
    } catch (refusal) {
      const text = problemMessage(refusal, 'This could not be saved. Please check the connection and try again.');
      showToast({ title: 'Error', text, destructive: true });
      setError(refusal instanceof ApiError ? refusal.problem?.fields?.answer : undefined);
      if (isSignedOut(refusal)) void refreshCurrentUser(client, false);
      else void client.invalidateQueries({ queryKey: ownQuestionsQuery.queryKey });
    } finally {
      setPending(false);
    }
  }

  return (
    <form ref={kept.ref} noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid max-w-[36rem] gap-4">
      {kept.notice}
      <TextArea
        label={question === null ? 'Something to add?' : 'Your answer'}
        name="answer"
        rows={4}
        maxLength={maxAnswerLength}
        error={error}
      />
      <Button type="submit" disabled={isPending} className="justify-self-start">
        {isPending ? 'Sending...' : question === null ? 'Send' : 'Send answer'}
      </Button>
    </form>
  );
}
