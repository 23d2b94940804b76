/** `npm run cluster [-- PORT]`: a cluster for trying out, until Ctrl+C. docs/cluster.md says what to try. */
import { Cluster } from './a-cluster.ts';
import { missingPackages } from './programs.ts';

const say = (line: string) => console.error(line);

const usage = `Usage: npm run cluster [-- PORT]
  Starts a cluster for trying out, until Ctrl+C; without PORT on 3000.

For example: npm run cluster -- 8080`;
if (process.argv[2] === '--help' || process.argv[2] === '-h') {
  console.log(usage);
  process.exit(0);
}

const missing = missingPackages();
if (missing.length > 0) {
  say(`This machine lacks Debian's packages ${missing.join(', ')}: apt-get install ${missing.join(' ')}`);
  process.exit(1);
}

const port = Number(process.argv[2] ?? 3000);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  say(usage);
  process.exit(1);
}

const cluster = await Cluster.create(port);
let isEnding = false;
const stop = async () => {
  if (isEnding) return;
  isEnding = true;
  say('Ending …');
  await cluster.destroy();
  process.exit(0);
};
process.on('SIGINT', () => void stop()).on('SIGTERM', () => void stop());

try {
  await cluster.start(say);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  say(`Logs: ${cluster.folder}`);
  process.exitCode = 1;
  await cluster.destroy();
  process.exit(1);
}
const primary = await cluster.primary();
say(`
Ready: ${cluster.origin}   (staff: the same accounts as after npm start)
Machines of the site: ${cluster.machines.map(({ name, origin }) => `${name} ${origin}`).join(', ')}
Databases: ${cluster.nodes.map(({ name, port: at }) => `${name} 127.0.0.1:${at}`).join(', ')}; primary: ${primary.name}
Who does what: patronictl -c ${primary.folder}/patroni.yml list
Logs and data, gone at the end: ${cluster.folder}
Ctrl+C ends it.`);
