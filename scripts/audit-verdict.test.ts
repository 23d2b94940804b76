import { describe, expect, it } from 'vitest';
import { readVerdict } from './audit-verdict.ts';

const report = (counts: Record<string, number>, vulnerabilities = {}) =>
  JSON.stringify({ metadata: { vulnerabilities: { critical: 0, high: 0, ...counts } }, vulnerabilities });

describe('the answer of npm audit', () => {
  it.each(['', 'Bad gateway', 'null', '{"message":"405 Method Not Allowed"}'])(
    'stops nothing when it is %j',
    (answer) => {
      expect(readVerdict(answer)).toEqual({ text: expect.stringContaining('not audited'), isCritical: false });
    },
  );

  it('is good news without findings', () => {
    expect(readVerdict(report({}))).toEqual({ text: expect.stringContaining('No known'), isCritical: false });
  });

  it('is reported up to high, and stops the tests when critical', () => {
    const found = { leftpad: { severity: 'high' } };
    expect(readVerdict(report({ high: 1 }, found))).toEqual({
      text: 'Known vulnerabilities in dependencies: 1 high. See npm audit.\n  leftpad: high',
      isCritical: false,
    });
    expect(readVerdict(report({ critical: 1, low: 2 }))).toMatchObject({ isCritical: true });
  });
});
