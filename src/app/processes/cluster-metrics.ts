/**
 * Metrics of a site with several web processes. The one that is asked has the supervisor add up all counts,
 * which is prom-client's own way and needs the process that forked them.
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

/** Called once by the supervisor. */
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

/**
 * Called once by a web process: returns the text of all processes. Falls back to its own when the supervisor
 * does not answer.
 */
export function clusterMetrics(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  AggregatorRegistry.setRegistries(registry);
  // The constructor makes this process answer the supervisor.
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
