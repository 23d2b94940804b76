import { Badge } from '#web/ui/badge.tsx';
import { categoryColor } from '../category-color.ts';

export function CategoryBadge({ slug, name }: { slug: string; name: string }) {
  return <Badge tint={categoryColor(slug)}>{name}</Badge>;
}
