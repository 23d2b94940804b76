import { pino } from 'pino';
import type { CityPack } from '#server/city-pack.ts';
import { readEnv } from '#server/env.ts';
import type { Services } from '#server/http/serve.ts';
import { aCity } from '#tests/factories/a-city.ts';
import type { TestDatabase } from './test-database.ts';

interface Options {
  env?: Record<string, string>;
  city?: CityPack;
  now?: () => Date;
  /** Staff have to have a second factor; the made-up town's address alone does not ask for that. */
  demandsSecondFactor?: boolean;
}

/**
 * The services of handlers and jobs, for a made-up town at http://oakbend.example behind one trusted proxy.
 */
export function testServices(database: Pick<TestDatabase, 'db'>, options: Options = {}): Services {
  return {
    db: database.db,
    city: options.city ?? aCity(),
    env: {
      ...readEnv({
        SITE_URL: 'http://oakbend.example',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'silent',
        MAP_TILES_URL: 'off',
        ...options.env,
      }),
      demandsSecondFactor: options.demandsSecondFactor ?? false,
    },
    log: pino({ level: 'silent' }),
    now: options.now ?? (() => new Date()),
  };
}
