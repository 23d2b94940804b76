import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StepError, say } from './say.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/**
 * Chromium without the parts of a window system: the same engine, and a page costs a third of the processor
 * time.
 */
const lightName = 'chromium-headless-shell';
const macBrowsers = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/** The path of a Chromium or Chrome; the variable CHROMIUM comes first. */
function findBrowser() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (isProgram(named)) return named;
    throw new StepError(`CHROMIUM is "${named}", allowed is the path of a Chromium or Chrome program.`);
  }
  return names.map(findProgram).find(Boolean) ?? macBrowsers.find(isProgram);
}

/** Finds a browser, or installs Debian's where that works without asking. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const help = 'The browser tests need Chromium or Chrome: install one, or set CHROMIUM to its path.';
  if (!installPackages(['chromium'])) throw new StepError(help);
  const installed = findBrowser();
  if (!installed) throw new StepError(help);
  return installed;
}

/** For tests: the headless Chromium if it is there or root may install it, else any browser. */
export function ensureTestBrowser() {
  if (process.env.CHROMIUM) return ensureBrowser();
  const light = findProgram(lightName);
  if (light) return light;
  if (process.getuid?.() === 0 && findProgram('apt-get')) {
    if (installPackages([lightName])) return findProgram(lightName) ?? ensureBrowser();
  }
  return ensureBrowser();
}

/** @returns whether they are installed now */
function installPackages(packages) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const mayInstall = findProgram('apt-get') && (asRoot.length === 0 || spawnSync('sudo', ['-n', 'true']).status === 0);
  if (!mayInstall) return false;
  say(`Installing ${packages.join(' ')} with apt-get …`);
  for (const args of [
    // Gives up soon without a network: most often there is another browser.
    ['update', '-q', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'],
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
  ]) {
    const [program, ...rest] = [...asRoot, 'apt-get', ...args];
    const run = spawnSync(program, rest, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (run.status !== 0) return false;
  }
  return true;
}
