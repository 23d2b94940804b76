/** (a) Stored pages, compared with nginx serving the same bytes. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { generatorName, type Load, loadOne, median } from './load.ts';
import { type StoredAnswer, startNginx } from './nginx.ts';
import { cpuMs } from './processes.ts';
import type { PublicPage } from './public-pages.ts';
import type { Column, Row, Section } from './report.ts';
import type { SiteUnderTest } from './site-under-test.ts';

const connections = 32;
const measured = ['home', 'directory', 'business', 'category', 'article'];
const columns: Column[] = [
  { title: 'requests/s' },
  { title: 'p50 ms', digits: 2 },
  { title: 'p99 ms', digits: 2 },
  { title: 'CPU µs/request', digits: 1 },
  { title: 'nginx requests/s' },
  { title: 'nginx p99 ms', digits: 2 },
  { title: 'nginx CPU µs/request', digits: 1 },
  { title: '% of nginx by rate', min: 75 },
  { title: '% of nginx by CPU', min: 75 },
  { title: 'failed', max: 0 },
];

interface Round extends Load {
  cpuUs: number | null;
}

/** Requests a page as a browser does, several times, so that the site stores its smallest form. */
async function storedAnswer(origin: string, path: string): Promise<StoredAnswer> {
  const ask = () => fetch(origin + path, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  for (let times = 0; times < 5; times++) await (await ask()).arrayBuffer();
  await sleep(500);
  return new Promise((resolve, reject) => {
    request(origin + path, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ headers: response.headers as Record<string, string>, body: Buffer.concat(chunks) }),
      );
    })
      .once('error', reject)
      .end();
  });
}

async function oneRound(url: string, pid: number | null, seconds: number): Promise<Round> {
  const before = cpuMs(pid);
  const load = await loadOne(url, connections, seconds);
  const after = cpuMs(pid);
  const cpuUs = before === null || after === null ? null : ((after - before) * 1_000) / load.requests;
  return { ...load, cpuUs };
}

function summary(rounds: readonly Round[]) {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  return {
    requestsPerSecond: of((round) => round.requestsPerSecond),
    p50Ms: of((round) => round.p50Ms),
    p99Ms: of((round) => round.p99Ms),
    cpuUs: rounds.some((round) => round.cpuUs === null) ? null : of((round) => round.cpuUs ?? 0),
    failures: rounds.reduce((sum, round) => sum + round.failures, 0),
  };
}

export async function benchStoredPages(
  site: SiteUnderTest,
  pages: readonly PublicPage[],
  { isQuick, say }: { isQuick: boolean; say: (line: string) => void },
): Promise<Section> {
  const rounds = isQuick ? 1 : 9;
  const seconds = 2;
  const chosen = pages.filter(({ name }) => measured.includes(name));
  const answers = await Promise.all(chosen.map(({ path }) => storedAnswer(site.origin, path)));
  const nginx = await startNginx(answers);
  if (nginx === null)
    say('nginx is not installed, so stored pages are measured without it (Debian: apt-get install nginx)');
  const notes = [
    `${connections} connections by ${generatorName}, ${rounds} rounds of ${seconds} s, each of all pages in turn with nginx, medians; brotli bodies.`,
    ...(nginx === null ? ['nginx is not installed here: no comparison.'] : []),
  ];
  const rows: Row[] = [];
  const raw: Record<string, unknown> = {};
  try {
    // Every round measures all pages, so that a slow moment of the machine hits all of them.
    const measurements = chosen.map(({ name, path }, number) => ({
      name,
      number,
      path,
      ours: [] as Round[],
      theirs: [] as Round[],
    }));
    for (let round = 0; round < rounds; round++) {
      say(`Stored pages: round ${round + 1} of ${rounds}`);
      for (const { number, path, ours, theirs } of measurements) {
        ours.push(await oneRound(site.origin + path, site.webPid, seconds));
        if (nginx) theirs.push(await oneRound(nginx.urls[number] ?? '', nginx.workerPid, seconds));
      }
    }
    for (const { name, number, ours, theirs } of measurements) {
      const [own, other] = [summary(ours), nginx ? summary(theirs) : null];
      raw[name] = { bytes: answers[number]?.body.length, site: own, nginx: other, rounds: { ours, theirs } };
      rows.push({
        name,
        values: [
          own.requestsPerSecond,
          own.p50Ms,
          own.p99Ms,
          own.cpuUs,
          other?.requestsPerSecond ?? null,
          other?.p99Ms ?? null,
          other?.cpuUs ?? null,
          other && (own.requestsPerSecond / other.requestsPerSecond) * 100,
          other && own.cpuUs !== null && other.cpuUs !== null ? (other.cpuUs / own.cpuUs) * 100 : null,
          own.failures + (other?.failures ?? 0),
        ],
      });
    }
  } finally {
    await nginx?.stop();
  }
  return { title: 'Stored pages', notes, columns, rows, raw };
}
