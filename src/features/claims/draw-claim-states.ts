/** Draws claim-states.ts for docs/payments.md: a diagram, and a table with letters and jobs. */
import { type ClaimEvent, type ClaimStep, claimEvents, claimStates } from './claim-states.ts';

const steps = Object.entries(claimStates).flatMap(([from, { on }]) =>
  (Object.entries(on) as [ClaimEvent, ClaimStep][]).map(([event, step]) => ({ from, event, ...step })),
);
const lastStates = Object.entries(claimStates)
  .filter(([, { on }]) => Object.keys(on).length === 0)
  .map(([state]) => state);

const atStripe = {
  charge: 'the hold ends, the first month is charged',
  cancel: 'canceled, nothing is charged',
  stop: 'ends with its paid time',
} as const;

export function drawClaimStates(): string {
  return [
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> pending: a payment page is asked for',
    ...steps.map(({ from, event, to }) => `  ${from} --> ${to}: ${event}`),
    ...lastStates.map((state) => `  ${state} --> [*]`),
    '```',
    '',
    '| event | what has happened |',
    '| --- | --- |',
    ...Object.entries(claimEvents).map(([event, meaning]) => `| ${event} | ${meaning} |`),
    '',
    '| state | event | next state | letter | at Stripe |',
    '| --- | --- | --- | --- | --- |',
    ...steps.map(
      ({ from, event, to, letter, job }) =>
        `| ${from} | ${event} | ${to} | ${letter ?? ''} | ${job === undefined ? '' : atStripe[job]} |`,
    ),
  ].join('\n');
}
