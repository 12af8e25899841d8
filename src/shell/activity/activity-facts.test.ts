import { expect, test } from 'vitest';
import type { ActionRunState } from '#live/action-run.ts';
import type { Answer, Delivery } from '#protocol/threads/live-action.ts';
import { activityFacts, isOver } from './activity-facts.ts';

const state = (
  delivery: Delivery['name'],
  answers: Answer['state'][] = [],
  ended = false,
): ActionRunState => ({
  delivery: { name: delivery, expiresAt: 0 },
  answers: new Map(answers.map((each, i) => [`c${i}`, { clientId: `c${i}`, state: each }])),
  ended,
});

test.each<[string, ActionRunState, boolean, string, boolean]>([
  ['without a connection', state('queued'), false, 'queued', false],
  ['about to leave', state('queued'), true, 'sending', false],
  ['sent, nobody has answered', state('sent', ['waiting', 'waiting']), true, 'sent', false],
  ['some have answered', state('sent', ['confirmed', 'waiting']), true, 'answering', false],
  ['everybody has confirmed', state('sent', ['confirmed', 'confirmed'], true), true, 'confirmed', true],
  ['somebody was silent', state('sent', ['confirmed', 'silent'], true), true, 'incomplete', true],
  ['somebody refused', state('sent', ['failed'], true), true, 'incomplete', true],
  ['nobody was there', state('sent', [], true), true, 'nobody', true],
  ['never left', state('expired', [], true), false, 'expired', true],
  ['not allowed', state('refused', ['refused'], true), true, 'refused', true],
  ['not an action', state('invalid', [], true), true, 'invalid', true],
])('%s', (_, run, isConnected, phase, over) => {
  const facts = activityFacts(run, { isConnected, recipients: run.answers.keys() });
  expect(facts.phase).toBe(phase);
  expect(isOver(facts.phase)).toBe(over);
});

test('counts who has confirmed, and names the others by why', () => {
  const facts = activityFacts(
    state('sent', ['silent', 'confirmed', 'failed', 'silent', 'confirmed', 'refused'], true),
    { isConnected: true, recipients: [] },
  );
  expect(facts).toMatchObject({ confirmedCount: 2, count: 6 });
  expect(facts.missing).toEqual([
    { reason: 'silent', clientIds: ['c0', 'c3'] },
    { reason: 'failed', clientIds: ['c2'] },
    { reason: 'refused', clientIds: ['c5'] },
  ]);
});

test('whom it was meant for and who was not connected when it left counts too', () => {
  const recipients = ['c0', 'c1', 'away'];
  const now = activityFacts(state('sent', ['confirmed', 'waiting']), { isConnected: true, recipients });
  expect(now).toMatchObject({ phase: 'answering', confirmedCount: 1, count: 3 });
  expect(now.missing).toEqual([{ reason: 'waiting', clientIds: ['c1'] }]);
  const after = activityFacts(state('sent', ['confirmed', 'confirmed'], true), {
    isConnected: true,
    recipients,
  });
  expect(after).toMatchObject({ phase: 'incomplete', confirmedCount: 2, count: 3 });
  expect(after.missing).toEqual([{ reason: 'offline', clientIds: ['away'] }]);
});
