import { PropertyGlyph } from '#web/ui/property-glyph.tsx';
import type { TypedProperty } from './typed-property.ts';

/** The groups of forms and filters, with what is typed. */
export function PropertiesPreview({ rows }: { rows: readonly TypedProperty[] }) {
  const groups = Map.groupBy(
    rows.filter(({ isHidden }) => !isHidden),
    ({ group }) => group,
  );
  return (
    <details className="rounded-control border border-line px-4 py-2">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">As visitors see it</summary>
      <div className="mb-3 grid gap-4">
        {[...groups].map(([group, members]) => (
          <section key={group}>
            <h2 className="mb-2 text-18">{group || 'New group'}</h2>
            <ul className="flex flex-wrap gap-2">
              {members.map(({ id, name, icon }) => (
                <li key={id} className="chip">
                  <PropertyGlyph icon={icon} className="size-5 shrink-0" />
                  {name || 'New property'}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  );
}
