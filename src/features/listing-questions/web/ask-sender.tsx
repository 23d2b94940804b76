import { useQueryClient } from '@tanstack/react-query';
import { AskForm } from '#features/conversations/web/ask-form.tsx';
import { AskedQuestion } from '#features/conversations/web/asked-question.tsx';
import { TalkAbout } from '#features/conversations/web/talk.tsx';
import { callApi } from '#web/api-client/call-api.ts';
import type { ListingQuestion } from '../contract.ts';
import { type AskedQuestion as Asked, askSender } from '../staff-contract.ts';

/** Staff's question to the sender of a new listing. */
export function AskSender({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <AskForm
      thing={`ask-sender:${id}`}
      name={name}
      noun="listing"
      ask={(question) => callApi(client, askSender, { params: { id }, body: { question } })}
      onClose={onClose}
    />
  );
}

interface SenderTalkProps {
  id: string;
  name: string;
  question: Asked | null;
  talk: ListingQuestion['talk'];
}

/** Questions and answers about a listing, with the ways to go on; nothing before the first question. */
export function SenderTalk({ id, name, question, talk }: SenderTalkProps) {
  if (question === null) return null;
  return (
    <>
      <AskedQuestion
        question={question}
        talk={talk}
        name={name}
        heading={
          question.repliedAt !== null
            ? talk.some(({ by }) => by === 'them')
              ? 'Your question is answered'
              : 'You wrote to the sender'
            : question.changedAt !== null
              ? 'The listing was changed since you asked'
              : 'Waits for the sender'
        }
      />
      <TalkAbout id={id} isTold={question !== null} />
    </>
  );
}
