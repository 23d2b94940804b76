/** The call or job that the running code works for. The audit log and the security log name it. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A change that the audit log has, for the security log. */
interface NotedChange {
  /** The audit log's action: 'user.made-staff'. */
  event: string;
  /** The person who did it; null for the site itself or a visitor. */
  account: string | null;
  /** The person, listing or the like that was changed. */
  subject: string;
}

export interface CallContext {
  requestId: string;
  clientAddress: string;
  method: string;
  /** Returns a pattern, never the address itself: some hold a token. */
  route: () => string;
  /** The security log gets them once the call has succeeded: a rolled back transaction changed nothing. */
  changes: NotedChange[];
}

const storage = new AsyncLocalStorage<CallContext>();

/** Undefined in commands, which nobody called from elsewhere. */
export const currentCall = (): CallContext | undefined => storage.getStore();

export const withinCall = <T>(call: CallContext, work: () => T): T => storage.run(call, work);
