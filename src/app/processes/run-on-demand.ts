/**
 * Runs a program only while somebody talks to it. The supervisor holds its port and hands each connection on; the program
 * starts with the first, and is stopped once it says that it is idle.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { log } from '#server/log.ts';
import { dayMs } from '#shared/times.ts';
import { type KeptProcess, keepRunning } from './keep-running.ts';
import type { ReportToSupervisor } from './talk-to-supervisor.ts';

interface Options {
  name: string;
  port: number;
  host: string;
  /** The program reports 'ready' and 'idle', and takes messages `{ type: 'connection' }` with a socket. */
  spawn: () => ChildProcess;
  onHopeless: (name: string) => void;
}

interface OnDemand {
  stop(): Promise<void>;
}

export async function runOnDemand({ name, port, host, spawn, onHopeless }: Options): Promise<OnDemand> {
  let kept: KeptProcess | undefined;
  /** The process that takes connections now, and how many it has been given. */
  let child: ChildProcess | undefined;
  let given = 0;
  let waiting: Socket[] = [];
  let isStopping = false;
  let ending: Promise<void> | undefined;
  let alarm: NodeJS.Timeout | undefined;

  function hand(): void {
    if (child === undefined) return;
    for (const socket of waiting.splice(0)) {
      given++;
      child.send({ type: 'connection' }, socket, (error) => {
        if (error) log.debug({ part: name, reason: error.message }, 'a connection was not handed on');
      });
    }
  }

  function launch(): ChildProcess {
    const current = spawn();
    current.on('message', (report: ReportToSupervisor) => {
      if (report?.type === 'ready') {
        child = current;
        given = 0;
        hand();
      }
      // A connection that it has not seen yet is on its way to it.
      if (report?.type === 'idle' && child === current && report.seen === given) rest(report.wakeInMs);
    });
    current.once('exit', () => {
      if (child === current) child = undefined;
    });
    return current;
  }

  function wake(): void {
    if (isStopping || kept !== undefined || ending !== undefined) return;
    clearTimeout(alarm);
    kept = keepRunning({ name, spawn: launch, onHopeless });
  }

  function rest(wakeInMs: number | null): void {
    child = undefined;
    ending = kept?.stop().then(() => {
      kept = undefined;
      ending = undefined;
      if (waiting.length > 0) wake();
      else if (wakeInMs !== null) alarm = setTimeout(wake, Math.min(wakeInMs, dayMs)).unref();
    });
  }

  const server = createServer({ pauseOnConnect: true }, (socket) => {
    // The caller may leave before the program is up.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      waiting = waiting.filter((other) => other !== socket);
    });
    waiting.push(socket);
    hand();
    wake();
  });
  server.listen(port, host);
  await once(server, 'listening');

  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(alarm);
      server.close();
      for (const socket of waiting.splice(0)) socket.destroy();
      await ending;
      await kept?.stop();
    },
  };
}
