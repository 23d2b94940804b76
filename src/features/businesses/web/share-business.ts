import { sharePage } from '#web/share-page.ts';

export const shareBusiness = (name: string, url: string) => sharePage(name, url, 'business');
