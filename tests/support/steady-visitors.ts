/** Visitors who ask at a steady rate, whether or not they are answered, so that a pause shows as what it is. */
import { type Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Visit {
  path: string;
  /** The status, or why no whole answer came. */
  outcome: string;
  ms: number;
}

interface Options {
  /** Keeps connections, or makes a new one for each request; ends with the visitors. */
  agent: Agent;
  pathOf: (index: number) => string;
  /** Requests a second. */
  rate?: number;
}

export class SteadyVisitors {
  readonly #visits: Promise<Visit>[] = [];
  readonly #agent: Agent;
  readonly #done: Promise<void>;
  #going = true;

  /** They ask until they are stopped. */
  constructor(origin: string, { agent, pathOf, rate = 100 }: Options) {
    this.#agent = agent;
    this.#done = (async () => {
      const begun = performance.now();
      for (let index = 0; this.#going; index += 1) {
        this.#visits.push(this.#visit(origin, pathOf(index)));
        // A late timer is made up for.
        await sleep(Math.max(1, begun + ((index + 1) * 1_000) / rate - performance.now()));
      }
    })();
  }

  #visit(origin: string, path: string): Promise<Visit> {
    const begun = performance.now();
    return new Promise((resolve) => {
      const end = (outcome: string) => resolve({ path, outcome, ms: performance.now() - begun });
      get(origin + path, { agent: this.#agent }, (response) => {
        response.resume();
        response.once('end', () => end(String(response.statusCode)));
        response.once('error', (error) => end(error.message));
      }).once('error', (error) => end(error.message));
    });
  }

  async stop(): Promise<Visit[]> {
    this.#going = false;
    await this.#done;
    const visits = await Promise.all(this.#visits);
    this.#agent.destroy();
    return visits;
  }
}
