/** Announcements, offers, events, properties and recommendations of a listing, as a part that is loaded by itself: it takes no clicks before script arrives but links. */
import { memo } from 'react';
import { serverDrawn } from '#web/ui/server-drawn.tsx';

/** Left alone when the page around it is drawn again: that would empty the server's part until its script is here. */
export const MoreAbout = memo(serverDrawn(() => import('./more-about.tsx')));
