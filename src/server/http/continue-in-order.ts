import type { RequestListener, Server } from 'node:http';

/**
 * Answers 'Expect: 100-continue' where the answer's turn has come. Of one that waits behind another on its connection node:http sends
 * the head first and '100 Continue' after it, which a client takes for the beginning of its next answer. Whoever is not told to go
 * on does so after a moment; their connection ends with that answer.
 */
export function continueInOrder(server: Server, listener: RequestListener): void {
  server.on('checkContinue', (request, response) => {
    if (response.socket !== null) response.writeContinue();
    listener(request, response);
  });
}
