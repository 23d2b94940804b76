import { isOnThisMachine } from '#server/env.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { lookAtSampleContent, removeSampleContent } from './remove-sample-content.ts';

export const sampleContentApi = [
  serve(contract.getSampleContent, async (_, { db, city, env }) => ({
    ...(await lookAtSampleContent(db, city)),
    isPublic: !isOnThisMachine(env.siteUrl),
  })),
  serve(contract.removeSampleContent, async (_, { db, city, env, user }) => ({
    ...(await removeSampleContent(db, city, user?.id ?? null)),
    isPublic: !isOnThisMachine(env.siteUrl),
  })),
];
