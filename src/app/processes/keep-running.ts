/** Keeps one child process running, and stops it in an orderly way. */
import type { ChildProcess } from 'node:child_process';
import { log } from '#server/log.ts';
import { minuteMs } from '#shared/times.ts';
import type { ReportToSupervisor } from './talk-to-supervisor.ts';

export interface KeptProcess {
  /** Resolves when the process, or a successor, has said 'listening' or 'ready' for the first time. */
  cameUp: Promise<void>;
  /**
   * Starts a successor; once it is up, the process is told to end when its last client has left. @throws when the
   * successor does not come up: the process then goes on
   */
  replace(): Promise<void>;
  /** Asks it, and those it has replaced, to stop, waits 10 s, then kills. */
  stop(): Promise<void>;
}

interface Options {
  name: string;
  spawn: () => ChildProcess;
  /** Called when it ended repeatedly without ever listening: further attempts would only hide the reason. */
  onHopeless: (name: string) => void;
}

const patienceMs = 10_000;
const steadyAfterMs = minuteMs;
const hopelessAfter = 5;
/** A busy small machine loads the program in some ten seconds. */
const successorMs = 2 * minuteMs;
/** Longer than a kept connection (65 s) with a slow upload (120 s) may take. */
const retirementMs = 4 * minuteMs;

export function keepRunning({ name, spawn, onHopeless }: Options): KeptProcess {
  let stopping = false;
  let hasComeUp = false;
  let failures = 0;
  /** The process that does the work. */
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  /** All that run, also retired ones and a successor that is not up yet. */
  const running = new Set<ChildProcess>();
  const up = new WeakSet<ChildProcess>();
  const cameUp = Promise.withResolvers<void>();

  function launch(): ChildProcess {
    const current = spawn();
    running.add(current);
    current.on('message', (message: ReportToSupervisor) => {
      if (message?.type === 'listening' || message?.type === 'ready') up.add(current);
    });
    // Without a listener, a message to a process that has just died would end this one.
    current.on('error', (error) => log.debug({ part: name, reason: error.message }, 'a message was not delivered'));
    current.once('exit', () => running.delete(current));
    return current;
  }

  function take(current: ChildProcess, startedAt: number): void {
    child = current;
    const noteUp = () => {
      if (!up.has(current)) return;
      hasComeUp = true;
      cameUp.resolve();
    };
    noteUp();
    current.on('message', noteUp);
    current.once('exit', (code, signal) => {
      if (child !== current) return;
      child = undefined;
      if (stopping) return;
      failures = Date.now() - startedAt > steadyAfterMs ? 1 : failures + 1;
      const pauseMs = failures === 1 ? 0 : Math.min(10_000, 100 * 2 ** failures);
      log.error({ part: name, code, signal, pauseMs }, `the ${name} process ended, starting it again`);
      if (!hasComeUp && failures >= hopelessAfter) onHopeless(name);
      else restart = setTimeout(start, pauseMs);
    });
  }

  function start(): void {
    const startedAt = Date.now();
    take(launch(), startedAt);
  }

  function end(current: ChildProcess): Promise<void> {
    return new Promise((done) => {
      const kill = setTimeout(() => {
        log.warn({ part: name, patienceMs }, `the ${name} process did not finish in time and is killed`);
        current.kill('SIGKILL');
      }, patienceMs);
      current.once('exit', () => {
        clearTimeout(kill);
        done();
      });
      // A process that is still loading may lose a message and has no work to finish.
      if (current.connected && up.has(current)) current.send({ type: 'stop' });
      else current.kill('SIGTERM');
    });
  }

  function retire(current: ChildProcess): void {
    if (!current.connected || !up.has(current)) {
      current.kill('SIGTERM');
      return;
    }
    const late = setTimeout(() => void end(current), retirementMs);
    current.once('exit', () => clearTimeout(late));
    current.send({ type: 'retire' });
  }

  start();
  return {
    cameUp: cameUp.promise,
    replace: async () => {
      const startedAt = Date.now();
      const next = launch();
      await comesUp(next, name);
      if (stopping) return;
      clearTimeout(restart);
      const old = child;
      take(next, startedAt);
      if (old) retire(old);
    },
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      await Promise.all([...running].map(end));
    },
  };
}

/** Resolves when it says that it is up; a successor that does not is killed. */
function comesUp(next: ChildProcess, name: string): Promise<void> {
  return new Promise((done, fail) => {
    const late = setTimeout(() => {
      next.kill('SIGKILL');
      fail(new Error(`the new ${name} process did not come up within ${successorMs / 1000} s`));
    }, successorMs);
    next.once('exit', (code, signal) => {
      clearTimeout(late);
      fail(new Error(`the new ${name} process ended before it was up (${signal ?? code})`));
    });
    next.on('message', (message: ReportToSupervisor) => {
      if (message?.type !== 'listening' && message?.type !== 'ready') return;
      clearTimeout(late);
      done();
    });
  });
}
