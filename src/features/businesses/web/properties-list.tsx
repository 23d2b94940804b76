import { useQuery } from '@tanstack/react-query';
import { listingPropertiesQuery } from '#features/city-guide/web/city-queries.ts';
import { PropertyGlyph } from '#web/ui/property-glyph.tsx';
import { chosenProperties } from '../properties.ts';

/** Properties of a business, each with its drawing; nothing for a business without any. */
export function PropertiesList({ keys }: { keys: readonly string[] }) {
  const { data: list = [] } = useQuery(listingPropertiesQuery);
  const properties = chosenProperties(list, keys);
  if (properties.length === 0) return null;
  return (
    <section aria-labelledby="properties">
      <h2 id="properties" className="text-26">
        Good to know
      </h2>
      <ul className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {properties.map(({ key, name, icon }) => (
          <li key={key} className="flex min-h-9 items-center gap-3">
            <PropertyGlyph icon={icon} className="size-5 text-accent" />
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
