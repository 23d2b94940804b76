import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';

interface Asked {
  text: string;
  askedAt: string;
  /** Null: the colleague's account is gone. */
  askedBy: string | null;
  /** A reply came, and none from the person's own address. */
  isFromElsewhere: boolean;
}

interface AskedQuestionProps {
  question: Asked;
  talk: readonly { by: 'us' | 'them'; text: string; at: string }[];
  /** The person who was asked. */
  name: string;
  heading: string;
}

/** Questions of staff and what was answered, oldest first. */
export function AskedQuestion({ question, talk, name, heading }: AskedQuestionProps) {
  const { text, askedAt, isFromElsewhere } = question;
  // A question from before talks were kept has no line.
  const lines = talk.length > 0 ? talk : [{ by: 'us' as const, text, at: askedAt }];
  return (
    <section>
      <h3 className="mb-1.5 text-18">{isFromElsewhere ? 'A reply came from another address' : heading}</h3>
      {isFromElsewhere ? (
        <p className="mb-2 text-16 text-ink-soft">
          {name} may not have written it. Read it below, under “Answer or note something”.
        </p>
      ) : null}
      <ol className="grid gap-3 text-16">
        {lines.map((line) => (
          <li key={line.at + line.text} className="grid gap-1">
            <p className="text-14 text-ink-soft">
              {line.by === 'us' ? 'Asked' : `${name} answered`} <Moment at={line.at} />
            </p>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{line.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Said before staff decide although their question is open. */
export function NoAnswerYet({ question: { text, askedAt, askedBy } }: { question: Asked }) {
  const { user } = useCurrentUser();
  const isOwn = askedBy !== null && askedBy === user?.username;
  return (
    <div className="rounded-control border border-gold-line bg-gold-ground px-4 py-3">
      <p className="font-semibold [overflow-wrap:anywhere]">
        {isOwn
          ? 'You asked and have no answer yet.'
          : `${askedBy ?? 'A former colleague'} asked and has no answer yet.`}
      </p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      <p className="text-14 text-ink-soft">
        Asked <Moment at={askedAt} />
      </p>
    </div>
  );
}
