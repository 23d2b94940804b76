import { Check, ClipboardCheck, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { describePrice } from '#features/billing/price-story.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { Card } from '#web/ui/layout.tsx';

const included = [
  'A free basic listing',
  'Your contact information',
  'Your description',
  'A place in your category',
  'Your location on the map',
];
const premium = [
  'Featured placement',
  'Logo display',
  'Priority support',
  'Enhanced visibility: before equals in search, cover picture, gallery',
];

function Note({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="flex items-center gap-2.5 text-21">
        {icon}
        {title}
      </h2>
      <div className="mt-2 text-16">{children}</div>
    </Card>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-2 grid gap-2">
      {items.map((item) => (
        <li key={item} className="flex gap-2">
          <Check aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-accent" />
          {item}
        </li>
      ))}
    </ul>
  );
}

/** Beside the form of a new listing: what follows, and what it costs. */
export default function SideNotes(): ReactNode {
  const city = useCity();
  const icon = { 'aria-hidden': true, size: 22, className: 'shrink-0 text-accent' } as const;
  return (
    <aside aria-label="Good to know" className="grid h-fit gap-5">
      <Note title="Review" icon={<ClipboardCheck {...icon} />}>
        <p>
          We check that each business is located in the {city.name} area. You'll be notified by email once yours is
          approved.
        </p>
      </Note>
      <Note title="What's Included" icon={<Check {...icon} />}>
        <List items={included} />
      </Note>
      <Note title="Premium" icon={<Star {...icon} />}>
        <p>
          {describePrice(city.prices, 'premium')}, for all your listings. You can buy it from the dashboard once your
          business is approved.
        </p>
        <List items={premium} />
      </Note>
    </aside>
  );
}
