import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { keepId, keptIds } from '#web/forms/kept-ids.ts';
import { Button } from '#web/ui/button.tsx';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { listLostListings } from '../contract.ts';

/** Notes that were read, in this browser. */
const readKey = 'lost-listings-read';

/** Tells somebody whose dashboard is empty that a listing they managed has another owner; once read, it stays away. */
export default function LostListings() {
  const { timeZone } = useCity();
  const { data = [] } = useQuery(endpointQuery(listLostListings, {}));
  const [read, setRead] = useState(() => keptIds(readKey));
  const news = data.filter(({ id }) => !read.includes(id));
  if (news.length === 0) return null;
  function putAway() {
    for (const { id } of news) keepId(readKey, id);
    setRead([...read, ...news.map(({ id }) => id)]);
  }
  return (
    <section
      aria-label="Listings with a new owner"
      className="grid justify-items-start gap-3 rounded-card border border-line bg-card p-5 text-16 shadow-card"
    >
      {news.map(({ id, business, at }) => (
        <p key={id} className="[overflow-wrap:anywhere]">
          <strong>{business}</strong> has a new owner since {formatDate(at, timeZone)}. With the former one all managers
          have left it: you no longer manage it. Would you go on? Then ask the new owner to invite you again.
        </p>
      ))}
      <Button
        look="secondary"
        onClick={({ currentTarget }) => {
          keepFocusNear(currentTarget);
          putAway();
        }}
      >
        Got it
      </Button>
    </section>
  );
}
