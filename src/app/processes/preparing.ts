/**
 * The preparation of a site: its migrations, categories and sample content, in a process of its own. What that loads would
 * stay in the supervisor, which outlives all others: 60 MB that nobody needs again.
 */
import { fork } from 'node:child_process';
import { EnvError } from '#server/env-variable.ts';
import { processFlags } from './node-flags.ts';

/** 'named': what the operator has written is right; the process waits for the order to begin. */
export type PreparationReport =
  | { type: 'named'; name: string }
  | { type: 'done'; hint: string | null }
  | { type: 'failed'; reason: string; isMistake: boolean };

/** The order to begin. */
export interface OrderToPrepare {
  databaseUrl?: string;
}

interface Preparation {
  /** The site's name. Rejects with a mistake that the operator has to correct, before anything has changed. */
  name: Promise<string>;
  /** Prepares the database. Resolves once that is done, with what the operator should do next; null: nothing. */
  finish(databaseUrl: string): Promise<string | null>;
  /** Ends it, done or not: a transaction that is under way changes nothing. */
  stop(): Promise<void>;
}

export function preparing(program: string, env: NodeJS.ProcessEnv): Preparation {
  const child = fork(program, { env, execArgv: [...process.execArgv, ...processFlags] });
  const name = Promise.withResolvers<string>();
  const done = Promise.withResolvers<string | null>();
  const gone = Promise.withResolvers<void>();
  const fail = (error: Error) => {
    name.reject(error);
    done.reject(error);
  };
  // Both are awaited one after the other; the first that fails is the one that is told.
  for (const { promise } of [name, done]) promise.catch(() => undefined);
  child.on('message', (report: PreparationReport) => {
    if (report.type === 'named') name.resolve(report.name);
    else if (report.type === 'done') done.resolve(report.hint);
    else fail(report.isMistake ? new EnvError(report.reason) : new Error(report.reason));
  });
  child.once('error', fail);
  child.once('close', (code, signal) => {
    fail(new Error(`the preparation ended (${signal ?? code})`));
    gone.resolve();
  });
  return {
    name: name.promise,
    finish: (databaseUrl) => {
      if (child.connected) child.send({ databaseUrl } satisfies OrderToPrepare);
      return done.promise;
    },
    stop: () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      return gone.promise;
    },
  };
}
