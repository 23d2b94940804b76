import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { PageCache } from '#server/http/page-cache.ts';
import { createMetrics } from './metrics.ts';

const { registry } = createMetrics({
  ...createDatabase('postgres://nobody@127.0.0.1:9/none', { max: 1 }),
  cache: new PageCache({ maxBytes: 1000, maxAgeMs: 1000, keepAliveTimeoutMs: 1000 }),
  dataDir: tmpdir(),
});
// "up" is Prometheus's own.
const known = new Set(['up']);
for (const { name, type } of registry.getMetricsAsArray()) {
  known.add(name);
  if (String(type) === 'histogram') for (const part of ['bucket', 'sum', 'count']) known.add(`${name}_${part}`);
}

/** The metrics of one PromQL expression: its words that are no label, text, time, operator or function. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/\b(and|or|unless)\b/g, ' ');
  return [...bare.matchAll(/(?<![\w:])[a-z_][\w:]*(?!\w*\s*\()/gi)].map(([name]) => name);
}

const read = (path: string) => readFileSync(path, 'utf8');
const rules = (text: string) => [...text.matchAll(/^\s+expr: (.+)$/gm)].map(([, expression]) => expression ?? '');
const queries = (text: string) =>
  [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, quoted = '""']) => String(JSON.parse(quoted)));

test('reads the metrics of an expression, and nothing else', () => {
  expect(
    metricsOf('sum by (route) (rate(a_total{job="x", b=~"c|d"}[5m])) > 2e9 or max(up) - 0.05 * delta(f[1h])'),
  ).toEqual(['a_total', 'up', 'f']);
});

test.each([
  ['deploy/grafana/town.json', queries],
  ['deploy/prometheus/alerts.yml', rules],
  ['docs/running.md', rules],
])('%s asks for metrics that the site has', (path, expressions) => {
  const asked = expressions(read(path)).flatMap(metricsOf);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
});

test('the dashboard leaves out no metric of the site itself', () => {
  const shown = new Set(queries(read('deploy/grafana/town.json')).flatMap(metricsOf));
  const own = registry.getMetricsAsArray().map(({ name }) => name);
  const left = own.filter(
    (name) => !/^(nodejs|process)_/.test(name) && !shown.has(name) && !shown.has(`${name}_count`),
  );
  expect(left).toEqual([]);
});
