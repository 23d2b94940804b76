import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { reactLibraries, reactStandIn } from './scripts/react-stand-in.ts';

/** Tests with a database are named *.db.test.ts beside the code, or stand in tests/api. */
const databaseTests = [
  'src/**/*.db.test.ts',
  'bench/**/*.db.test.ts',
  'tests/api/**/*.test.ts',
  'tests/support/**/*.test.ts',
];

// Before anything logs; workers inherit it.
process.env.LOG_LEVEL ??= 'error';
// The key of the tests, and of sites that tests start without a folder of their own.
process.env.DATA_DIR ??= join(tmpdir(), `alameda-tests-${process.getuid?.() ?? 0}`);
// No test asks a service on the internet; those about maps name a server of their own.
process.env.MAP_TILES_URL ??= 'off';

/** Addresses of the files that the build makes of drawings (vite.config.ts): pages in tests only name them. */
const builtDrawings = {
  name: 'built-drawings',
  resolveId: (source: string) => (source.startsWith('virtual:') ? `\0${source}` : null),
  load: (id: string) => {
    if (!id.startsWith('\0virtual:')) return null;
    // One file for each place.
    return id.endsWith(':place-files')
      ? 'export default (name) => `/${name}.svg`'
      : `export default '/${id.slice(9)}.svg'`;
  },
};

/** Pages run on Preact. A library's CommonJS would ask Node for React; its ES modules, named by 'module', get Preact as well. */
const asPagesRun = {
  resolve: { alias: reactStandIn },
  ssr: { resolve: { conditions: ['module', 'node'] } },
};

/** Repeats an expectation for this long before it fails: long, for busy machines. */
const patient = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        ...asPagesRun,
        test: {
          name: 'unit',
          server: { deps: { inline: [reactLibraries] } },
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'sandbox/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: databaseTests,
          // None changes anything outside itself, and to load the modules anew for each takes longer than most of them.
          isolate: false,
          testTimeout: 60_000,
          expect: patient,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [builtDrawings],
        ...asPagesRun,
        test: {
          name: 'api',
          server: { deps: { inline: [reactLibraries] } },
          include: databaseTests,
          globalSetup: 'tests/support/start-test-postgres.ts',
          // Each file has a database of its own, and nothing else that outlives it; 70 s less.
          isolate: false,
          // One more than there are processors: some wait for the database, or for time to pass.
          maxWorkers: 3,
          testTimeout: 120_000,
          expect: patient,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'runtime',
          include: ['tests/runtime/**/*.test.ts'],
          globalSetup: 'tests/support/start-test-postgres.ts',
          // Two files at once: much of starting and ending a site is waiting.
          maxWorkers: 2,
          testTimeout: 120_000,
          expect: patient,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/support/start-test-postgres.ts',
          // Two more than there are processors: a file alone keeps half of one busy, and waits for the rest.
          maxWorkers: 4,
          isolate: false,
          testTimeout: 240_000,
          expect: patient,
          hookTimeout: 180_000,
          sequence: { groupOrder: 3 },
        },
      },
      ...(process.env.CLUSTER === 'on'
        ? [
            {
              test: {
                name: 'store',
                include: ['tests/store/**/*.test.ts'],
                globalSetup: 'tests/support/start-test-postgres.ts',
                fileParallelism: false,
                testTimeout: 120_000,
                hookTimeout: 120_000,
                sequence: { groupOrder: 5 },
              },
            },
            {
              test: {
                name: 'mailbox',
                include: ['tests/mailbox/**/*.test.ts'],
                globalSetup: 'tests/support/start-test-postgres.ts',
                testTimeout: 120_000,
                hookTimeout: 120_000,
                sequence: { groupOrder: 6 },
              },
            },
            {
              test: {
                name: 'cluster',
                include: ['tests/cluster/**/*.test.ts'],
                // A whole cluster has both processors to itself.
                fileParallelism: false,
                hookTimeout: 180_000,
                sequence: { groupOrder: 4 },
              },
            },
          ]
        : []),
    ],
  },
});
