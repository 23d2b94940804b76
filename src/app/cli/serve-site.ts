import { join } from 'node:path';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { namedCityPack } from '#app/cli/named-city-pack.ts';
import { superviseSite } from '#app/processes/supervise-site.ts';
import { sealAllFactors } from '#features/accounts/server/seal-factors.ts';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import { readEnv } from '#server/env.ts';
import { log } from '#server/log.ts';
import { sealQueuedMails } from '#server/mail/seal-queued-mails.ts';
import { sealAllSecrets } from '#server/site-secret.ts';

/** Serves the site with the given web program (a file of src/app/processes) until it is told to stop. */
export async function serveSite(webProgram: string): Promise<void> {
  const env = readEnv();
  const pack = await namedCityPack(env.cityPack);
  await superviseSite({
    env,
    name: `${pack.facts.name}, ${pack.facts.region}`,
    webProcess: join(import.meta.dirname, '../processes', webProgram),
    workerProcess: join(import.meta.dirname, '../processes/worker-process.ts'),
    prepare: async (db) => {
      await syncCategories(db, pack);
      await sealQueuedMails(db);
      const { renewed } = await sealAllSecrets(db);
      if (renewed > 0)
        log.warn({ renewed }, 'keys of links and forms were sealed with another secret.key: there are new ones');
      const { unreadable } = await sealAllFactors(db);
      if (unreadable > 0) {
        const text =
          'second factors were sealed with another secret.key: their people sign in with a recovery code and set them up anew';
        log.warn({ unreadable }, text);
      }
      if (env.sampleContent && (await loadSampleContent(db, pack, new Date()))) log.info('sample content was loaded');
    },
  });
}
