import { expect, test } from 'vitest';
import { openClaimStatuses } from '#shared/claim-statuses.ts';
import {
  type ClaimEvent,
  canBe,
  claimEvents,
  claimStates,
  claimStep,
  isHeld,
  isOpen,
  isOver,
  openStatuses,
} from './claim-states.ts';
import { ClaimStatus } from './contract.ts';

const events = Object.keys(claimEvents) as ClaimEvent[];

test('every state is open, held or over', () => {
  for (const status of ClaimStatus.options) {
    expect([isOpen(status), isHeld(status), isOver(status)].filter(Boolean), status).toHaveLength(1);
  }
});

test('every state but the first can be reached, and every event leads somewhere', () => {
  const reached = new Set<ClaimStatus>(['pending']);
  const used = new Set<ClaimEvent>();
  for (const from of reached) {
    for (const event of events.filter((name) => canBe(from, name))) {
      reached.add(claimStep(from, event).to);
      used.add(event);
    }
  }
  expect([...reached].toSorted()).toEqual([...ClaimStatus.options].toSorted());
  expect([...used].toSorted()).toEqual(events.toSorted());
});

const jobs: Partial<Record<ClaimEvent, 'charge' | 'stop'>> = { approved: 'charge', passed_on: 'stop' };

test('money: a claim is charged once, when it is approved, not renewed once it is passed on, and canceled whenever it ends otherwise', () => {
  for (const from of ClaimStatus.options) {
    for (const event of events.filter((name) => canBe(from, name))) {
      const { to, job } = claimStep(from, event);
      expect(job, `${from}, ${event}`).toBe(isOver(to) ? 'cancel' : jobs[event]);
    }
  }
});

test.each(ClaimStatus.options)('a step that the table lacks throws: %s', (status) => {
  for (const event of events.filter((name) => claimStates[status].on[name] === undefined)) {
    expect(() => claimStep(status, event)).toThrow(`'${status}' cannot be '${event}'`);
  }
});

test('has the open states that code without the table knows', () => {
  expect(openStatuses).toEqual(openClaimStatuses);
});
