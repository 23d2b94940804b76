import type { RequestListener, Server } from 'node:http';

/**
 * Answers 'Expect: 100-continue' only when the request's turn has come. For a request that waits behind
 * another one on its connection, node:http sends the head first and '100 Continue' after it, which a client
 * takes for the beginning of its next answer. A client that gets no 100 sends its body after a moment anyway;
 * its connection ends with that answer.
 */
export function continueInOrder(server: Server, listener: RequestListener): void {
  server.on('checkContinue', (request, response) => {
    if (response.socket !== null) response.writeContinue();
    listener(request, response);
  });
}
