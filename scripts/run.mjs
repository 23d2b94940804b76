/**
 * Runs a command of package.json on a fresh or outdated clone: updates dependencies, the pinned Node, the
 * build and the browser, each only when needed, then starts the program. It is plain JavaScript with Node's
 * own modules, because it runs before anything is installed and under any Node from 20 on. Its own lines go
 * to standard error, so that a program's output can be piped.
 */
import { spawn } from 'node:child_process';
import { accessSync, existsSync, constants as rights } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBrowser, ensureTestBrowser } from './steps/browser.mjs';
import { ensureBuild, runBuild } from './steps/build.mjs';
import { ensureDependencies, refuseOtherDependencies } from './steps/dependencies.mjs';
import { findPinnedNode } from './steps/pinned-node.mjs';
import { root, StepError, say } from './steps/say.mjs';

const typeCheck = { title: 'Type check', file: 'node_modules/typescript/bin/tsc', args: ['--noEmit', '-p', root] };
const lint = {
  title: 'Lint',
  file: 'node_modules/@biomejs/biome/bin/biome',
  args: ['check', '--diagnostic-level=error', root],
};
const audit = { title: 'Known vulnerabilities', file: 'scripts/audit-dependencies.ts' };
const tests = { title: 'Tests', file: 'node_modules/vitest/vitest.mjs', args: ['run'] };
const fuzz = {
  title: 'Requests of all kinds of people',
  file: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--project', 'api', 'tests/api/fuzz.test.ts'],
  env: { FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '100000' },
};
const xss = {
  title: 'Scripts in every field',
  file: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--project', 'browser', 'tests/e2e/xss.test.ts'],
  env: { XSS_VECTORS: process.env.XSS_VECTORS ?? 'all' },
};
const clusterTests = {
  title: 'Failover and several machines',
  file: 'scripts/test-cluster.ts',
};
const migrations = { file: 'node_modules/drizzle-kit/bin.cjs', args: ['generate'] };

/**
 * Steps in order: what must be there ('build', 'browser'), then programs. The last program gets the command
 * line's arguments. With two processors, checks run during the build and are reported after it.
 */
const commands = {
  start: ['build', { file: 'src/app/cli/start.ts' }],
  reload: ['build', { file: 'src/app/cli/reload.ts' }],
  staff: [{ file: 'src/app/cli/staff.ts' }],
  import: [{ file: 'src/app/cli/import.ts' }],
  'inbound-mail': [{ file: 'src/app/cli/inbound-mail.ts' }],
  backup: [{ file: 'src/app/cli/backup.ts' }],
  restore: [{ file: 'src/app/cli/restore.ts' }],
  storage: [{ file: 'src/app/cli/storage.ts' }],
  setup: [{ file: 'src/app/cli/setup.ts' }],
  doctor: [{ file: 'src/app/cli/doctor.ts' }],
  sample: [{ file: 'src/app/cli/sample.ts' }],
  sandbox: [{ file: 'sandbox/stripe/main.ts' }],
  'stripe-smoke': [{ file: 'src/app/cli/stripe-smoke.ts' }],
  bench: ['browser', 'build', { file: 'bench/run-bench.ts' }],
  build: ['build anew'],
  dev: [{ file: 'src/app/cli/dev.ts' }],
  check: [typeCheck, lint],
  test: ['test browser', { whileBuilding: [typeCheck, lint, audit] }, tests],
  fuzz: [fuzz],
  xss: ['test browser', 'build', xss],
  cluster: ['build', { file: 'deploy/cluster/start.ts' }],
  'test-cluster': ['build', clusterTests],
  'db-generate': [migrations],
  docs: [{ file: 'src/app/cli/write-docs.ts' }],
  pictures: ['browser', 'build', { file: 'scripts/take-pictures.ts' }],
  review: [{ file: 'scripts/review-code.ts' }],
};
/** Commands that read the settings file, which `npm run setup` writes. The environment comes first. */
const settingsFile = join(root, '.env');
const siteCommands = [
  'start',
  'dev',
  'reload',
  'staff',
  'import',
  'inbound-mail',
  'backup',
  'restore',
  'storage',
  'sample',
  'doctor',
  'stripe-smoke',
];
const developmentCommands = [
  'dev',
  'check',
  'test',
  'fuzz',
  'xss',
  'cluster',
  'test-cluster',
  'bench',
  'db-generate',
  'docs',
  'pictures',
  'review',
];
/** Programs that set NODE_ENV themselves. */
const ownMode = ['dev', 'check', 'test', 'fuzz', 'xss', 'test-cluster', 'db-generate', 'docs', 'review'];

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** True once somebody has asked this process to end. */
let isToEnd = false;

/** The system counts niceness in steps: at 10 the site beside the build gets nine times as much of the processor. */
const besideSite = 10;

const killedCodes = ['SIGKILL', 'SIGSEGV', 'SIGBUS', 'SIGABRT'].map((name) => 128 + constants.signals[name]);
const maxRevivalsPerMinute = 5;

/**
 * Runs the supervisor of a site, and again when it was killed, by somebody or by a system that is out of memory. What it
 * left behind ends by itself, and the next one waits for that. Resolves to the exit code.
 */
async function outlive(runOnce) {
  let killedAt = [];
  for (;;) {
    const code = await runOnce();
    killedAt = [...killedAt.filter((at) => at > Date.now() - 60_000), Date.now()];
    if (isToEnd || !killedCodes.includes(code) || killedAt.length > maxRevivalsPerMinute) return code;
    say('The site’s first process was killed. Starting it again …');
  }
}

/** npm cannot forward a kill -9. A caller without npm decides alone when this process ends. */
function onNpmGone(act) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const npm = process.ppid;
  const look = setInterval(() => {
    if (process.ppid !== npm) act();
  }, 500);
  return () => clearInterval(look);
}

const scriptUrl = (file) => pathToFileURL(join(root, 'scripts', file)).href;

/**
 * Resolves to the exit code. The program ends when this process does, even by kill -9, because their channel
 * closes.
 */
function runProgram(node, { file, args = [], nodeArgs = [], niceness = 0 }, environment, onOutput) {
  const child = spawn(node, [...nodeArgs, '--import', scriptUrl('end-with-parent.mjs'), file, ...args], {
    cwd: root,
    env: environment,
    stdio: ['inherit', ...(onOutput ? ['pipe', 'pipe'] : ['inherit', 'inherit']), 'ipc'],
  });
  // Before it has threads, which take over its niceness.
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
  child.stdout?.on('data', onOutput);
  child.stderr?.on('data', onOutput);
  const forward = (signal) => {
    if (signal !== 'SIGHUP') isToEnd = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  const stopWatching = onNpmGone(() => forward('SIGTERM'));
  return new Promise((done) => {
    child.once('error', (error) => {
      say(error.message);
      done(1);
    });
    // 'close' comes after 'exit', when all output has been read.
    child.once(onOutput ? 'close' : 'exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      stopWatching();
      done(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** The program with its absolute path. */
function whole(program) {
  const file = join(root, program.file);
  if (!existsSync(file)) throw new StepError(`This release has no ${program.file}.`);
  return { ...program, file };
}

/** Node would end with a code that means nothing to anybody. */
function checkSettingsFile() {
  try {
    if (existsSync(settingsFile)) accessSync(settingsFile, rights.R_OK);
  } catch {
    throw new StepError(`${settingsFile} is not readable for this account: run this as the account of the site.`);
  }
}

async function runSteps(name, extra) {
  const asksForHelp = extra.includes('--help') || extra.includes('-h');
  const all = Object.hasOwn(commands, name) ? commands[name] : undefined;
  // Its answer needs no build and no browser.
  const steps = asksForHelp ? all?.filter((step) => typeof step !== 'string') : all;
  if (!steps) throw new StepError(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`);
  // The running site loads packages whenever it needs them, so they must not change below it.
  if (name === 'reload' && !asksForHelp) refuseOtherDependencies();
  if (siteCommands.includes(name)) checkSettingsFile();
  await ensureDependencies(developmentCommands.includes(name));
  const node = findPinnedNode();
  const environment = {
    ...process.env,
    PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? ''),
  };
  // Saves a third of the loading time. Where the folder cannot be written, Node works without it.
  environment.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
  // Saves half of a start: see resolve-once.mjs.
  environment.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${scriptUrl('resolve-once.mjs')}`.trim();
  const production = { ...environment, NODE_ENV: 'production' };
  const niceness = name === 'reload' ? besideSite : 0;
  const build = (program) => runProgram(node, { ...program, niceness }, production);
  const nodeArgs = siteCommands.includes(name) && existsSync(settingsFile) ? [`--env-file=${settingsFile}`] : [];
  const checkPack = () => runProgram(node, whole({ file: 'src/app/cli/check-pack.ts', nodeArgs }), production);

  /** Runs the checks one after the other until one fails. Resolves to the exit code and the report. */
  async function runChecks(checks) {
    let told = '';
    for (const { title, ...check } of checks) {
      told += `${title} …\n`;
      const listen = (chunk) => {
        told += chunk;
      };
      const code = await runProgram(node, whole(check), environment, listen);
      if (code !== 0) return { code, told: `${told}${title} failed.` };
    }
    return { code: 0, told: told.trimEnd() };
  }

  for (const [index, step] of steps.entries()) {
    if (step === 'build') {
      const code = await ensureBuild(build, siteCommands.includes(name) ? checkPack : undefined);
      if (code !== 0) return code;
    } else if (step === 'build anew') await runBuild(build);
    else if (step === 'browser') environment.CHROMIUM = ensureBrowser();
    else if (step === 'test browser') environment.CHROMIUM = ensureTestBrowser();
    else if (step.whileBuilding) {
      const [checked, built] = await Promise.allSettled([runChecks(step.whileBuilding), ensureBuild(build)]);
      if (checked.status === 'rejected') throw checked.reason;
      say(checked.value.told);
      if (built.status === 'rejected') throw built.reason;
      if (checked.value.code !== 0) return checked.value.code;
    } else {
      if (step.title) say(`${step.title} …`);
      const args = [...(step.args ?? []), ...(index === steps.length - 1 ? extra : [])];
      const own = ownMode.includes(name) ? environment : production;
      const runOnce = () => runProgram(node, whole({ ...step, args, nodeArgs }), { ...own, ...step.env });
      const code = await (name === 'start' ? outlive(runOnce) : runOnce());
      if (code !== 0 && step.title) say(`${step.title} failed.`);
      if (code !== 0) return code;
    }
  }
  return 0;
}

try {
  const [name = '', ...extra] = process.argv.slice(2);
  process.exitCode = await runSteps(name, extra);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  say(error.message);
  // A mail server tries again later (sysexits.h), in place of sending the mail back.
  process.exitCode = process.argv[2] === 'inbound-mail' ? 75 : 1;
}
