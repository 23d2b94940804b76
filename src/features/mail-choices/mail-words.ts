import type { MailKind } from '#shared/mail-kinds.ts';

interface MailWords {
  name: string;
  tells: string;
  /** The place of the news, with the emails and without them. */
  without: string;
}

export const mailWords: Readonly<Record<MailKind, MailWords>> = {
  messages: {
    name: 'Messages from visitors',
    tells: 'What visitors write to your listings, and what they write back.',
    without: 'Messages wait on your dashboard in any case. Without these emails nothing else tells you of them.',
  },
  recommendations: {
    name: 'Recommendations',
    tells: 'When a neighbor recommends one of your listings.',
    without: 'Recommendations are on your dashboard in any case.',
  },
  changes: {
    name: 'Changes by our staff',
    tells: 'What our staff change in your listings, with the old words and the new ones.',
    without: 'Your dashboard shows such changes for 30 days in any case, with a button to change them back.',
  },
  statistics: {
    name: 'Monthly numbers',
    tells: 'How many people saw your listings and called you, at the beginning of each month.',
    without: 'The statistics page of each listing has the numbers in any case.',
  },
};
