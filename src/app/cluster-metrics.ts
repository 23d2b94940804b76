/**
 * Metrics of a site of several web processes. Whichever of them is asked has the supervisor add up what all count:
 * prom-client's own way, which needs the process that forked them.
 */
import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type Registry } from 'prom-client';

interface MetricsQuestion {
  type: 'metrics?';
  id: string;
}
interface MetricsAnswer {
  type: 'metrics';
  id: string;
  text: string | null;
}

const timeoutMs = 4000;

/** For the supervisor, once. */
export function answerMetricsQuestions(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker, message: Partial<MetricsQuestion> | null) => {
    if (message?.type !== 'metrics?') return;
    const { id = '' } = message;
    const reply = (text: string | null) => {
      if (worker.isConnected()) worker.send({ type: 'metrics', id, text } satisfies MetricsAnswer);
    };
    aggregator.clusterMetrics().then(reply, () => reply(null));
  });
}

/** For a web process, once: how to get the text of all. Falls back to its own where the supervisor does not answer. */
export function clusterMetrics(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  AggregatorRegistry.setRegistries(registry);
  // Making one is what lets this process answer the supervisor.
  new AggregatorRegistry();
  return () =>
    new Promise((resolve, reject) => {
      const id = randomUUID();
      const end = (text: string | null) => {
        clearTimeout(late);
        process.off('message', onMessage);
        if (text === null) registry.metrics().then(resolve, reject);
        else resolve(text);
      };
      const onMessage = (message: Partial<MetricsAnswer> | null) => {
        if (message?.type === 'metrics' && message.id === id) end(message.text ?? null);
      };
      const late = setTimeout(() => end(null), timeoutMs);
      process.on('message', onMessage);
      process.send?.({ type: 'metrics?', id } satisfies MetricsQuestion);
    });
}
