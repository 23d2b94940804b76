/** The parts of a conversation that each feature knows about its own letters. src/app/wiring puts them together. */
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import type { ConversationKind } from '../contract.ts';

export interface LetterKind {
  /**
   * Notes that nothing is left to do about a letter since `doneAt`, or that something is (null).
   * Undefined where only a decision ends it.
   */
  setDone?: (tx: Database, id: string, doneAt: Date | null) => Promise<void>;
  /** Called in the transaction that keeps a reply. Returns true when it has told staff by a mail of its own. */
  onReply?: (tx: Database, reply: KeptReply, services: Pick<Services, 'city' | 'env' | 'now'>) => Promise<boolean>;
}

interface KeptReply {
  /** The letter's id. */
  id: string;
  /** Null for the mailbox of the person whom staff wrote to. */
  fromAddress: string | null;
}

export type LetterKinds = Readonly<Record<ConversationKind, LetterKind>>;
