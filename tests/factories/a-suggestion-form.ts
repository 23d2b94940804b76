import { addDays, dayOf } from '#shared/dates.ts';

/** An event that a resident suggests, ten days from now. */
export const aSuggestionForm = () => ({
  title: 'Porch concert',
  category: 'cultural',
  startsOn: addDays(dayOf(new Date(), 'America/Chicago'), 10),
  startTime: '18:30',
  location: '210 Alameda Circle',
  description: 'Bring a chair.',
  price: '$5',
  url: 'https://porch.example/',
  senderName: 'Rosa',
  message: 'Weekly',
});
