import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type MeasureName, measures } from './measures.ts';
import { readCode, readSources, root } from './read-sources.ts';

export const limitsFile = path.join(root, 'scripts/review/limits.json');

interface Counted {
  name: MeasureName;
  findings: string[];
  limit: number;
}

/** Counts every measure. A measure that limits.json does not name may find nothing. */
export function compareWithLimits(): Counted[] {
  const limits: Record<string, number> = JSON.parse(readFileSync(limitsFile, 'utf8'));
  const sources = readSources();
  const code = readCode(sources);
  return (Object.keys(measures) as MeasureName[]).map((name) => ({
    name,
    findings: measures[name]({ sources, code }),
    limit: limits[name] ?? 0,
  }));
}
