/** `npm start`: serves the site until it is told to stop. */
import { runCommand } from '#app/cli/run-command.ts';
import { serveSite } from './serve-site.ts';

await runCommand(() => serveSite('web-process.ts'));
