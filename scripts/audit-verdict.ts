/** Reads the answer of `npm audit --json`. */

const levels = ['critical', 'high', 'moderate', 'low', 'info'] as const;

interface Report {
  metadata?: { vulnerabilities?: Partial<Record<(typeof levels)[number], number>> };
  vulnerabilities?: Record<string, { severity: string }>;
}

interface Verdict {
  text: string;
  isCritical: boolean;
}

export function readVerdict(answer: string): Verdict {
  const report = parse(answer);
  const counts = report?.metadata?.vulnerabilities;
  if (counts === undefined) {
    const text = 'The registry answers no question about vulnerabilities: dependencies are not audited.';
    return { text, isCritical: false };
  }
  const found = levels.filter((level) => (counts[level] ?? 0) > 0);
  if (found.length === 0) return { text: 'No known vulnerability in the dependencies.', isCritical: false };
  const packages = Object.entries(report?.vulnerabilities ?? {}).map(
    ([name, { severity }]) => `  ${name}: ${severity}`,
  );
  const summary = found.map((level) => `${counts[level]} ${level}`).join(', ');
  const text = [`Known vulnerabilities in dependencies: ${summary}. See npm audit.`, ...packages].join('\n');
  return { text, isCritical: found[0] === 'critical' };
}

function parse(text: string): Report | null {
  try {
    return JSON.parse(text) as Report | null;
  } catch {
    return null;
  }
}
