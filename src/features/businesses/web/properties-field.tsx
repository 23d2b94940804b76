import { useQuery } from '@tanstack/react-query';
import type { ListingProperty } from '#features/city-guide/contract.ts';
import { listingPropertiesQuery } from '#features/city-guide/web/city-queries.ts';
import { PropertyGlyph } from '#web/ui/property-glyph.tsx';
import { byGroup, fitsCategory } from '../properties.ts';

interface PropertiesFieldProps {
  /** The category's slug as it is chosen now; '' while none is. */
  category: string;
  chosen: readonly string[];
  error?: string | undefined;
  onChange: (chosen: string[]) => void;
}

/**
 * What visitors filter by, to be ticked. Those that fit the category stand open, the others are folded away below.
 * Nothing while the town's pack has no list.
 */
export function PropertiesField({ category, chosen, error, onChange }: PropertiesFieldProps) {
  const { data: properties = [] } = useQuery(listingPropertiesQuery);
  if (properties.length === 0) return null;
  const fitting = properties.filter((property) => fitsCategory(property, category));
  const others = properties.filter((property) => !fitsCategory(property, category));
  // A property that the town hides is not shown here, and the listing keeps it.
  const hidden = chosen.filter((other) => !properties.some(({ key }) => key === other));
  const toggle = (key: string, isChosen: boolean) =>
    onChange([
      ...properties
        .map((property) => property.key)
        .filter((other) => (other === key ? isChosen : chosen.includes(other))),
      ...hidden,
    ]);
  return (
    <div className="grid gap-5">
      <p className="text-16 text-ink-soft">Visitors filter by these. Tick what is true of your business.</p>
      <Groups properties={fitting} chosen={chosen} onToggle={toggle} />
      {others.length > 0 ? (
        <details open={others.some(({ key }) => chosen.includes(key))}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-link">
            More, mostly for other kinds of business
          </summary>
          <div className="mt-3 grid gap-5">
            <Groups properties={others} chosen={chosen} onToggle={toggle} />
          </div>
        </details>
      ) : null}
      {error ? <p className="text-16 font-medium text-danger">{error}</p> : null}
    </div>
  );
}

interface GroupsProps {
  properties: readonly ListingProperty[];
  chosen: readonly string[];
  onToggle: (key: string, isChosen: boolean) => void;
}

function Groups({ properties, chosen, onToggle }: GroupsProps) {
  return byGroup(properties).map(({ group, properties: members }) => (
    <fieldset key={group}>
      <legend className="text-16 font-semibold">{group}</legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {members.map(({ key, name, icon }) => (
          <label key={key} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              name="properties"
              value={key}
              checked={chosen.includes(key)}
              onChange={({ target }) => onToggle(key, target.checked)}
              className="size-5 shrink-0 accent-(--action)"
            />
            <PropertyGlyph icon={icon} className="size-5 text-ink-soft" />
            <span className="min-w-0 text-16">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  ));
}
