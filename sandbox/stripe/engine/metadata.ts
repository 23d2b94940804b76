/** Stripe's metadata: at most 50 texts. An empty value deletes its key, an empty metadata deletes all. */
import { invalidRequest } from './errors.ts';

type MetadataParam = Record<string, string | number | null> | '' | null | undefined;

export function mergeMetadata(held: Record<string, string>, sent: MetadataParam): Record<string, string> {
  if (sent === undefined) return held;
  if (sent === '' || sent === null) return {};
  const merged = { ...held };
  for (const [key, value] of Object.entries(sent)) {
    if (value === '' || value === null) {
      delete merged[key];
      continue;
    }
    const text = String(value);
    if (key.length > 40 || text.length > 500) {
      throw invalidRequest('Metadata keys are at most 40 characters long, values at most 500.', {
        param: `metadata[${key}]`,
      });
    }
    merged[key] = text;
  }
  if (Object.keys(merged).length > 50)
    throw invalidRequest('Metadata can have at most 50 keys.', { param: 'metadata' });
  return merged;
}
