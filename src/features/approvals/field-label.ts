/** The form's label of a field. */
export function fieldLabel(field: string): string {
  const special: Record<string, string> = {
    categoryId: 'Category',
    socialLinks: 'Social links',
    closures: 'Closings',
    properties: 'Good to know',
  };
  return special[field] ?? `${field[0]?.toUpperCase()}${field.slice(1)}`;
}
