import { serve } from '#server/http/serve.ts';
import { runChecks } from '#server/site-checks/run-checks.ts';
import { siteWarnings } from '#server/site-checks/site-warnings.ts';
import { getSiteWarnings, runSiteChecks } from '../checks-contract.ts';

export const checksApi = [
  serve(runSiteChecks, (_, { db, env, now }) => runChecks({ db, env, now })),
  serve(getSiteWarnings, (_, { env, now }) => siteWarnings(env, now())),
];
