import { randomUUID } from 'node:crypto';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { agoWords, oneself, wasFirst } from '#features/audit/server/last-actor.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type LetterPart, layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { subjectOf } from '#shared/letter-subject.ts';
import { Problem } from '#shared/problem.ts';
import { type Conversation, lastAnswer, type Post } from '../contract.ts';
import { lockLetter, subjectTypeOf } from './change-conversation.ts';
import type { LetterKinds } from './letter-kinds.ts';
import { addPost, mailIds } from './posts.ts';
import { quotedWords } from './quoted-words.ts';
import { getConversation } from './read-conversations.ts';

interface Answer {
  /** Id of the letter. */
  id: string;
  answer: string;
  awaitsReply: boolean;
  /** The last answer that its author has seen; null: none. Undefined: it is sent whatever others have answered. */
  after?: string | null | undefined;
  /** False: it was open when it was looked at. */
  isClosed?: boolean | undefined;
}

/**
 * Keeps an answer of staff with the letter and mails it from the town's address: the person who wrote it stays unnamed, and a
 * reply comes back into the conversation, or to the town's mailbox where the site takes no mail.
 * @throws Problem 'not_found', 'conflict' when the person left no address, or when a colleague has answered meanwhile
 */
export async function answerConversation(
  { id, answer, awaitsReply, after, isClosed }: Answer,
  kinds: LetterKinds,
  request: ApiRequest,
): Promise<Conversation> {
  const { db, city, env, now } = request;
  const author = requireUser(request.user);
  const actorId = author.id;
  return db.transaction(async (tx) => {
    const at = now();
    const letter = await lockLetter(tx, id, at);
    const { kind, email } = letter;
    if (email === null) throw new Problem('conflict', 'This person left no address, so there is nobody to answer.');
    if (after !== undefined) refuseSecond(lastAnswer(letter), { after, author: author.username, at });
    if (isClosed === false && letter.state === 'closed') throw await closedBefore(tx, letter, request);
    const before = await mailIds(tx, id, 'person');
    const postId = await addPost(
      tx,
      { id, kind },
      { kind: 'answer', text: answer, authorId: actorId, awaitsReply, at },
    );
    await kinds[kind].setDone?.(tx, id, at);
    await writeAudit(tx, {
      actorId,
      action: `${kind}.answered`,
      subjectType: subjectTypeOf(kind),
      subjectId: id,
      data: {
        ...(kind === 'claim' || kind === 'listing' ? {} : { from: email }),
        ...(letter.business ? { business: letter.business.name } : {}),
      },
    });
    const mailed = layOutLetter(city, env, letterOf(city, letter, answer));
    await enqueue(tx, sendMail, {
      to: email,
      ...mailed,
      replyTo: replyToTown(city),
      thread: { id, side: 'person', mailId: postId ?? randomUUID(), references: before },
    });
    return getConversation(tx, id, at);
  });
}

/** @throws Problem 'conflict' when there is an answer that the author of the next one has not seen: the person would get two */
function refuseSecond(
  last: Post | undefined,
  { after, author, at }: { after: string | null; author: string; at: Date },
): void {
  if (last === undefined || last.id === after) return;
  const who = last.by === null ? 'Somebody else' : last.by === author ? oneself : last.by;
  const ago = agoWords(at.getTime() - Date.parse(last.createdAt));
  throw new Problem('conflict', `${who} answered${ago}: ${quotedWords(last.text)} Send yours, too?`, {
    fields: { after: last.id },
  });
}

/** Names the colleague who closed it while the answer was written. */
async function closedBefore(tx: Database, { id, kind }: Conversation, request: ApiRequest): Promise<Problem> {
  const actions = [`${kind}.closed`, `${kind}.resolved`];
  const first = await wasFirst(
    tx,
    { subjectType: subjectTypeOf(kind), subjectId: id, actions },
    'closed this',
    request,
  );
  return new Problem('conflict', `${first.message} Send yours, and open it again?`, { fields: { isClosed: 'true' } });
}

/** Strangers typed what it quotes, and the mailbox may be unconfirmed: it carries no links of theirs. */
function letterOf(city: CityPack, letter: Conversation, answer: string): { subject: string; parts: LetterPart[] } {
  const town = city.facts.name;
  const business = withoutLinks(oneLine(letter.business?.name ?? 'a business'));
  const subject = subjectOf(letter.text) ?? 'Your message';
  const words = {
    message: [`Re: ${withoutLinks(subject)}`, `You wrote to ${town} with the contact form:`],
    report:
      letter.reason === 'message'
        ? [`Your message to ${business}`, `You wrote to ${business} with the form on its page:`]
        : [
            `Re: your report about ${business}`,
            `You told ${town} that something is wrong with the page of ${business}:`,
          ],
    correction: [`Re: your suggestion for ${business}`, `You suggested a change to the page of ${business}:`],
    claim: [`About your claim on ${business}`, `You have claimed ${business} on ${town}.`],
    listing: [`About your listing ${business}`, `You have sent ${business} in to ${town}.`],
  } as const satisfies Record<Conversation['kind'], readonly [string, string]>;
  const [title, began] = words[letter.kind];
  const reply = letter.posts.findLast(({ kind }) => kind === 'reply');
  const isByAccount = letter.kind === 'claim' || letter.kind === 'listing';
  const quoted = reply?.text ?? (isByAccount ? '' : letter.text);
  return {
    subject: title,
    parts: [
      letter.name === '' ? 'Hello,' : `Hello ${withoutLinks(oneLine(letter.name))},`,
      answer,
      reply ? 'You wrote:' : began,
      ...(quoted === '' ? [] : [{ quote: withoutLinks(quoted) }]),
      isByAccount
        ? 'Answer this email to write back.'
        : 'Answer this email to write back. You did not write this message? Then somebody typed your address by mistake, and you can ignore this email.',
    ],
  };
}
