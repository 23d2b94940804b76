/** Keeps one child process running, and stops it in an orderly way. */
import type { ChildProcess } from 'node:child_process';
import { log } from '#server/log.ts';
import { minuteMs } from '#shared/times.ts';
import type { ReportToSupervisor } from './talk-to-supervisor.ts';

export interface KeptProcess {
  /** Resolves when the process, or a successor, has said 'listening' or 'ready' for the first time. */
  cameUp: Promise<void>;
  /** Asks it to stop, waits 10 s, then kills it. */
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

export function keepRunning({ name, spawn, onHopeless }: Options): KeptProcess {
  let stopping = false;
  let hasComeUp = false;
  let isUp = false;
  let failures = 0;
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  const cameUp = Promise.withResolvers<void>();

  function start(): void {
    const startedAt = Date.now();
    const current = spawn();
    child = current;
    isUp = false;
    current.on('message', (message: ReportToSupervisor) => {
      if (message?.type !== 'listening' && message?.type !== 'ready') return;
      hasComeUp = true;
      isUp = true;
      cameUp.resolve();
    });
    // Without a listener, a message to a process that has just died would end this one.
    current.on('error', (error) => log.debug({ part: name, reason: error.message }, 'a message was not delivered'));
    current.once('exit', (code, signal) => {
      child = undefined;
      if (stopping) return;
      failures = Date.now() - startedAt > steadyAfterMs ? 1 : failures + 1;
      const pauseMs = failures === 1 ? 0 : Math.min(10_000, 100 * 2 ** failures);
      log.error({ part: name, code, signal, pauseMs }, `the ${name} process ended, starting it again`);
      if (!hasComeUp && failures >= hopelessAfter) onHopeless(name);
      else restart = setTimeout(start, pauseMs);
    });
  }

  start();
  return {
    cameUp: cameUp.promise,
    stop: () => {
      stopping = true;
      clearTimeout(restart);
      const current = child;
      if (!current) return Promise.resolve();
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
        if (current.connected && isUp) current.send({ type: 'stop' });
        else current.kill('SIGTERM');
      });
    },
  };
}
