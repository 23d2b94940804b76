import { CategoryGlyph } from '#web/ui/category-glyph.tsx';
import type { TypedCategory } from './typed-category.ts';

/** The tiles of the home page and the names in forms and filters, with what is typed. */
export function CategoriesPreview({ rows }: { rows: readonly TypedCategory[] }) {
  const shown = rows.filter(({ isHidden }) => !isHidden);
  return (
    <details className="rounded-control border border-line px-4 py-2">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">As visitors see it</summary>
      <ul className="category-cards fill-rows mb-3 [--columns:2] lg:[--columns:4]">
        {shown.map(({ id, name, icon, color }) => (
          <li key={id}>
            <span className={`category-card tint-${color}`}>
              <span className="category-glyph tint-fill">
                <CategoryGlyph icon={icon} className="size-7 sm:size-10" />
              </span>
              <span className="category-name">{name || 'New category'}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
