import { Histogram } from 'prom-client';

/** Shown in /metrics where files are kept in a store of their own. */
export const storeCalls = new Histogram({
  name: 'file_store_seconds',
  help: 'Calls to the S3 store: time until its answer began, by kind and outcome',
  labelNames: ['call', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15],
  registers: [],
});
