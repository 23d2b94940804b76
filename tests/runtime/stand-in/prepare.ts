import { prepareSite } from '#app/processes/prepare-site.ts';
import { contactMessages } from '#server/db/schema/index.ts';

await prepareSite({
  readName: async () => 'Testville, TX',
  prepare: async (db) => {
    if ((await db.$count(contactMessages)) > 0) return null;
    await db.insert(contactMessages).values({ name: 'prepared', email: '-', message: '-' });
    return 'Say hello to Testville.';
  },
});
