/** Takes the connections that a supervisor hands over, and tells it when there is nothing to do. */
import type { Socket } from 'node:net';
import type { RunningSandbox } from './start-sandbox.ts';

/** Somebody who pays reads a page between two requests. */
const idleAfterMs = 60_000;

export function answerGiven({ take, sandbox }: RunningSandbox): void {
  let open = 0;
  let seen = 0;
  let idleSince = Date.now();
  process.on('message', (message: { type?: string }, socket?: Socket) => {
    if (message?.type !== 'connection') return;
    seen++;
    // The caller may have left on the way.
    if (socket === undefined) return;
    open++;
    socket.once('close', () => {
      open--;
      idleSince = Date.now();
    });
    take(socket);
  });
  const look = () => {
    // Only this process knows what a control route has asked for, such as a card that fails next.
    if (open > 0 || sandbox.deliveries.isBusy || sandbox.isControlled) idleSince = Date.now();
    if (Date.now() - idleSince < idleAfterMs) return;
    process.send?.({ type: 'idle', seen, wakeInMs: sandbox.clock.msToNextDue });
  };
  setInterval(look, idleAfterMs / 4).unref();
}
