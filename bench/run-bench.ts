/**
 * `npm run bench [-- --only a,b,c,d,e,f,g] [--quick]`: starts the site, measures, prints tables and writes all
 * numbers to bench/results/. `-- --only cluster` does it with a whole cluster. docs/bench.md says what each part measures.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { benchBackFromCache } from './back-from-cache.ts';
import { benchChangeReachesPages } from './change-reaches-pages.ts';
import { benchCluster } from './cluster.ts';
import { benchFirstVisits } from './first-visits.ts';
import { benchInteractions } from './interactions.ts';
import { benchNewPages } from './new-pages.ts';
import { familyPssMb, machineTicks, rssMb } from './processes.ts';
import { findPublicPages } from './public-pages.ts';
import { markdown, type Section } from './report.ts';
import { benchSearchQuality } from './search-quality.ts';
import { benchSearch } from './search-section.ts';
import { benchShapedVisits } from './shaped-visits.ts';
import { type SiteUnderTest, startSite } from './site-under-test.ts';
import { benchStoredPages } from './stored-pages.ts';

const parts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const named = new Map([
  ['search', 'c'],
  ['search-quality', 'f'],
  ['first-visit', 'g'],
]);
const usage = `Usage: npm run bench [-- --only ${parts.join(',')}] [--quick]
  a  stored pages beside nginx        b  search pages that are not stored yet
  c  search in the database           d  first visits in a browser
  e  memory: of the whole site while nobody comes, of the web process after all that
  f  quality of search                g  first visits over a slowed-down connection
  cluster, by itself: two machines of the site on three databases (docs/cluster.md)
  'search' is c, 'search-quality' is f, 'first-visit' is g

For example: npm run bench -- --only search --quick`;

const { values } = readArguments();
const chosen = values.only?.split(',').map((part) => named.get(part) ?? part) ?? parts;
const isCluster = values.only === 'cluster';
if (!isCluster && chosen.some((part) => !parts.includes(part))) refuse();

function readArguments() {
  try {
    const read = parseArgs({
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (!read.values.help) return read;
    console.log(usage);
    process.exit(0);
  } catch {
    return refuse();
  }
}

function refuse(): never {
  console.error(usage);
  process.exit(1);
}

const say = (line: string) => console.error(line);
const options = { isQuick: values.quick, say };
const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}`;

const sections: Section[] = [];

/**
 * A virtual machine's host may serve other machines at the same time. Then all numbers are worse than the
 * program's own.
 */
function stolenNote(before: ReturnType<typeof machineTicks>, after: ReturnType<typeof machineTicks>): string[] {
  if (before === null || after === null) return [];
  const [used, stolen] = [after.used - before.used, after.stolen - before.stolen];
  const share = Math.round((100 * stolen) / Math.max(1, used + stolen));
  return share === 0 ? [] : [`The host gave ${share} % of the processor time that was wanted meanwhile to others.`];
}

/** Runs one part. A part that fails does not take the numbers of the others with it. */
async function part(name: string, measure: () => Promise<Section>): Promise<void> {
  if (!isCluster && !chosen.includes(name)) return;
  try {
    const before = machineTicks();
    const section = await measure();
    const notes = [...section.notes, ...stolenNote(before, machineTicks())];
    sections.push({ ...section, notes });
  } catch (error) {
    process.exitCode = 1;
    say(`Part ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The payment sandbox sleeps by then, and the connections of the start are closed. */
const idleAfterMs = 100_000;

/** Before the other parts: the whole site, its database and the programs that it keeps, while nobody asks for anything. */
async function idleMb(site: SiteUnderTest): Promise<number | null> {
  if (!chosen.includes('e')) return null;
  say('Memory: waiting until the site is idle');
  await sleep(idleAfterMs);
  return familyPssMb(site.supervisorPid);
}

/** The web process gives memory back in the third calm round of ten seconds. */
const restsAfterMs = 45_000;

async function memorySection(idle: number | null, site: SiteUnderTest): Promise<Section> {
  const busy = rssMb(site.webPid);
  say('Memory: waiting until the web process rests');
  await sleep(restsAfterMs);
  const [rested, restedPss] = [rssMb(site.webPid), familyPssMb(site.webPid)];
  const before = chosen.filter((letter) => 'abd'.includes(letter)).join(', ') || 'nothing';
  return {
    title: 'Memory',
    notes: [
      `Of the whole site with its database ${idleAfterMs / 1_000} s after its start, before anybody comes; of the web process after ${before}, at once and ${restsAfterMs / 1_000} s later.`,
    ],
    columns: [
      { title: 'whole site, idle, proportional MB', max: 300 },
      { title: 'web process, resident MB', max: 180 },
      { title: 'web process at rest, resident MB', max: 180 },
      { title: 'web process at rest, proportional MB', max: 180 },
    ],
    rows: [{ name: 'memory', values: [idle, busy, rested, restedPss] }],
    raw: { idlePssMb: idle, rssMb: busy, restedRssMb: rested, restedPssMb: restedPss },
  };
}

async function benchSite(): Promise<void> {
  say('Starting the site');
  const site = await startSite();
  const stop = () => void site.stop().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const idle = await idleMb(site);
    const pages = await findPublicPages(site.origin, say);
    await part('d', () => benchFirstVisits(site, pages, options));
    await part('g', () => benchShapedVisits(site, pages, options));
    await part('g', () => benchInteractions(site, options));
    await part('g', () => benchBackFromCache(site, pages));
    await part('a', () => benchStoredPages(site, pages, options));
    await part('a', () => benchChangeReachesPages(site, pages));
    await part('b', () => benchNewPages(site, options));
    await part('e', () => memorySection(idle, site));
    await part('f', () => benchSearchQuality(site.superuserUrl));
    await part('c', () => benchSearch(site, options));
  } finally {
    await site.stop();
  }
}

function writeReport(): void {
  const tables = sections.map(markdown).join('\n');
  console.log(`# Bench\n\n${machine}${values.quick ? ', quick run' : ''}\n\n${tables}`);
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
  writeFileSync(file, JSON.stringify({ machine, isQuick: values.quick, sections }, undefined, 2));
  console.log(`All numbers: ${file}`);
}

async function benchAlone(): Promise<void> {
  try {
    await benchCluster(options, { part, write: writeReport });
  } catch (error) {
    process.exitCode = 1;
    say(error instanceof Error ? error.message : String(error));
  }
}

await (isCluster ? benchAlone() : benchSite());
writeReport();
