/** Answers with its process id on the connections that it is given; /rest has it say that it is idle once all are closed. */
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { onStop, report } from '#app/processes/talk-to-supervisor.ts';

let seen = 0;
const server = createServer((request, response) => {
  if (request.url === '/rest') response.once('close', () => report({ type: 'idle', seen, wakeInMs: null }));
  response.writeHead(200, { connection: 'close' }).end(String(process.pid));
});
process.on('message', (message: { type?: string }, socket?: Socket) => {
  if (message.type !== 'connection' || socket === undefined) return;
  seen++;
  server.emit('connection', socket);
  socket.resume();
});
onStop(async () => undefined);
report({ type: 'ready' });
