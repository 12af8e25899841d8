import { afterEach, expect, test } from 'vitest';
import { createActionRun, type RunningAction } from '#live/action-run.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { activities } from '#shell/activity/activity.ts';
import { fakeTarget } from './fakes/fake-targets.ts';
import { performAction, type Sending } from './perform.ts';

afterEach(() => {
  for (const { id } of [...activities.list()]) activities.close(id);
});

test('Undo goes only to those who know the way back', () => {
  const sent: Audience[] = [];
  let run: RunningAction | undefined;
  const send = (audience: Audience) => {
    sent.push(audience);
    run = createActionRun(
      { id: `r${sent.length}`, action: 'lock', parameters: {}, audience, askedAt: 0 },
      { expiresAt: 0, onForget() {} },
    );
    return run;
  };
  const sending: Sending = {
    action: 'lock',
    title: 'Lock',
    send,
    back: () => ({ action: 'unlock', title: 'Unlock', send, only: ({ system }) => system === 'browser' }),
  };
  const [windows, browser] = [fakeTarget('w'), fakeTarget('c', { system: 'browser' })];
  performAction(sending, { place: { kind: 'list', of: 'devices' }, targets: [windows, browser] });
  run?.apply({
    delivery: { name: 'sent', expiresAt: 0 },
    answers: ['w', 'c'].map((clientId) => ({ clientId, state: 'confirmed' as const })),
    ended: true,
  });
  const [entry] = activities.list();
  if (entry) activities.undo(entry);
  expect(sent).toEqual([
    { clients: [windows.recipient, browser.recipient] },
    { clients: [browser.recipient] },
  ]);
});
