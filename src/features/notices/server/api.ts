import { serve } from '#server/http/serve.ts';
import { listNotices } from '../contract.ts';
import { currentNotices, nextNoticeChange } from './current-notices.ts';

export const noticesApi = [
  serve(listNotices, async (_, services) => (await currentNotices(services)).notices, {
    tags: () => ['notices'],
    expires: (_, __, services) => nextNoticeChange(services),
  }),
];
