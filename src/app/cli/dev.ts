/** `npm run dev`: the same site with hot reload of its pages. */
import { runCommand } from '#app/cli/run-command.ts';
import { buildPictures } from './build-pictures.ts';
import { serveSite } from './serve-site.ts';

await runCommand(async () => {
  await buildPictures(undefined, console.log);
  await serveSite('dev-web-process.ts');
});
