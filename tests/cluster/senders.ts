/** People who write to the town through the balancer, without a break, and remember what was accepted. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The client's own address, in 127.0.0.0/8: limits count by address. */
  from?: string;
  agent?: Agent;
}

/** One request; status 0 when no whole answer came. Longer than the longest time that the site lets anybody wait. */
export function call(url: string, { method = 'GET', headers = {}, body, from, agent }: Call = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const lost = () => resolve({ status: 0, headers: {}, body: '' });
    const options = {
      method,
      headers,
      timeout: 40_000,
      ...(from ? { localAddress: from } : {}),
      ...(agent ? { agent } : {}),
    };
    const asked = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
      response.once('error', lost);
    });
    asked.once('error', lost);
    asked.once('timeout', () => asked.destroy());
    asked.end(body);
  });
}

/** A browser's cookies and its token. */
export async function visit(origin: string, from?: string): Promise<Record<string, string>> {
  const answer = await call(`${origin}/api/csrf-token`, from ? { from } : {});
  if (answer.status !== 200) throw new Error(`no token: ${answer.status}`);
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1)[0]);
  const { csrfToken } = JSON.parse(answer.body) as { csrfToken: string };
  return { cookie: cookies.join('; '), 'x-csrf-token': csrfToken, 'content-type': 'application/json', origin };
}

/** As many as one address may send in an hour. */
const messagesPerAddress = 20;

let addresses = 0;
function anotherAddress(): string {
  addresses += 1;
  return `127.77.${addresses >> 7}.${1 + (addresses & 127)}`;
}

export class Sender {
  /** Marks of the messages that were answered 200, with the time of the answer. */
  readonly accepted: { mark: string; at: number }[] = [];
  readonly refused: number[] = [];
  #going = true;
  readonly #done: Promise<void>;

  /** @param pauseMs between an answer and the next message */
  constructor(origin: string, pauseMs = 5) {
    this.#done = this.#send(origin, pauseMs);
  }

  async #send(origin: string, pauseMs: number): Promise<void> {
    while (this.#going) {
      const from = anotherAddress();
      const headers = await visit(origin, from).catch(() => undefined);
      for (let index = 0; headers && this.#going && index < messagesPerAddress; index += 1) {
        const mark = randomUUID();
        const body = JSON.stringify({ name: 'Rosa Reyes', email: 'rosa@example.org', message: `Mark ${mark}` });
        const answer = await call(`${origin}/api/contact`, { method: 'POST', headers, body, from });
        if (answer.status === 200) this.accepted.push({ mark, at: Date.now() });
        else this.refused.push(answer.status);
        await sleep(answer.status === 200 ? pauseMs : Math.max(pauseMs, 100));
      }
      if (!headers) await sleep(100);
    }
  }

  async stop(): Promise<void> {
    this.#going = false;
    await this.#done;
  }
}
