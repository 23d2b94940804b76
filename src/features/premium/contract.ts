import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const startUpgrade = endpoint({
  method: 'POST',
  path: '/api/upgrade',
  summary: 'Begins the upgrade of all own businesses to premium; the browser goes to the url',
  body: z.object({ interval: z.enum(['monthly', 'yearly']) }),
  answer: z.object({ url: z.string() }),
  problems: ['csrf', 'conflict'],
});
