/** `npm start`: serves the site until it is told to stop. */
import { readArguments } from '#app/cli/read-arguments.ts';
import { runCommand } from '#app/cli/run-command.ts';
import { serveSite } from './serve-site.ts';

const usage = `Usage: npm start
  Serves the site until it is told to stop. It takes no options: settings are environment variables, or lines of the file
  .env, which npm run setup writes; docs/running.md lists them.

For example: PORT=8080 DATA_DIR=/srv/data npm start`;

await runCommand(async () => {
  readArguments(usage);
  await serveSite('web-process.ts');
});
