/**
 * Answers plain requests for stored answers without node:http, for which a request and a response object, their events and its
 * parser are more work than all the rest. Everything else it hands to node:http as it came.
 */

import type { Server } from 'node:http';
import type { HttpSocket } from './http-socket.ts';
import { type PlainRequest, readPlainRequest } from './plain-request.ts';
import { type Whole, writeSoon, writeWaiting } from './send-whole.ts';

interface DirectAnswers {
  /** The stored answer to a request; undefined where there is none, or the request may not have it. */
  find: (request: PlainRequest) => Whole | undefined;
  /** From then on node:http answers all, and says that the connection ends. */
  isLeaving: () => boolean;
}

/**
 * Call it before the server listens. It reads every connection from its first byte, so it knows that node:http's parser stands
 * between two requests: that has been given whole plain requests only, and has answered them. The first piece of bytes that is
 * not one gives the connection to node:http for good.
 */
export function answerDirectly(server: Server, answers: DirectAnswers): void {
  server.on('connection', (socket: HttpSocket) => follow(socket, answers));
}

function follow(socket: HttpSocket, { find, isLeaving }: DirectAnswers): void {
  const [giveToNode, ...others] = socket.listeners('data') as ((bytes: Buffer) => void)[];
  if (giveToNode === undefined || others.length > 0) return;
  // node:http answers the first request, which ends its wait for a head and begins the connection's keep-alive.
  let isFirst = true;
  let isWaiting = false;
  const written = () => {
    isWaiting = false;
  };
  const isFree = () => !isFirst && socket.writableLength === 0 && socket.writable && !isLeaving();

  const take = (bytes: Buffer) => {
    const request = isWaiting || socket._httpMessage ? undefined : readPlainRequest(bytes);
    if (request === undefined) {
      if (isWaiting) writeWaiting();
      socket.on('data', giveToNode).off('data', take);
    } else if (isFree()) {
      const whole = find(request);
      if (whole !== undefined) {
        isWaiting = true;
        writeSoon(socket, whole.bytes, written);
        return;
      }
    }
    isFirst = false;
    giveToNode(bytes);
  };
  socket.on('data', take).off('data', giveToNode);
}
