/** `npm run dev`: the same site with hot reload of its pages. */
import { runCommand } from '#app/cli/run-command.ts';
import { buildPictures } from './build-pictures.ts';
import { serveSite } from './serve-site.ts';

// Development asks nobody outside, unless the developer says whom.
process.env.MAP_TILES_URL ??= 'off';

await runCommand(async () => {
  await buildPictures(undefined, console.log);
  await serveSite('dev-web-process.ts');
});
