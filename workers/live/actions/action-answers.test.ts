import { describe, expect, test } from 'vitest';
import type { ActionName } from '#protocol/action-parameters.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { recipient, setUpActionsInGroup } from '../fakes/live-actions.ts';

describe('an action ends', () => {
  test('when every device that was there has answered', async () => {
    const { act, answer, state, tab, batch } = await setUpActionsInGroup('c1', 'c2');
    act('lock');
    await batch();
    expect(state(tab)).toBe('sent, c1 waiting, c2 waiting');
    answer('c1');
    answer('c2', { ok: false, code: 'refused' });
    await batch();
    expect(state(tab)).toBe('sent, c1 confirmed, c2 failed, ended');
  });

  test('with what each device said', async () => {
    const { act, answer, answerOf, state, tab, batch } = await setUpActionsInGroup('c1');
    act('lock');
    answer('c1', { ok: false, code: 'unsupported', more: 1 });
    await batch();
    state(tab);
    expect(answerOf('c1')).toEqual({
      clientId: 'c1',
      state: 'failed',
      reply: { id: 'a1', action: 'lock', ok: false, code: 'unsupported', more: 1 },
    });
  });

  test('without waiting for devices that are offline', async () => {
    const { act, answer, present, state, tab, batch, clock } = await setUpActionsInGroup('c1', 'c2');
    for (let i = 0; i < 5; i += 1) {
      await clock.advance(5_000);
      present('c1');
    }
    act('lock');
    answer('c1');
    await batch();
    expect(state(tab)).toBe('sent, c1 confirmed, ended');
  });

  test('when a person has answered at every device', async () => {
    const { act, answer, state, tab, batch } = await setUpActionsInGroup('c1', 'c2');
    act('lock', { audience: { people: [{ userId: 'u-c1', authType: 'user' }] } });
    await batch();
    expect(state(tab)).toBe('sent, c1 waiting');
    answer('c1');
    await batch();
    expect(state(tab)).toBe('sent, c1 confirmed, ended');
  });

  test('for a person without waiting for a device that is offline', async () => {
    const { act, present, state, tab, batch, clock } = await setUpActionsInGroup('c1', 'c2');
    for (let i = 0; i < 5; i += 1) {
      await clock.advance(5_000);
      present('c1');
    }
    const people = ['u-c1', 'u-c2'].map((userId) => ({ userId, authType: 'user' as const }));
    act('lock', { audience: { people } });
    await batch();
    expect(state(tab)).toBe('sent, c1 waiting');
  });

  test.each<[string, Audience]>([
    ['a group', { groupId: 'g1' }],
    ['a person', { people: [{ userId: 'u-c1', authType: 'user' }] }],
  ])('for %s waits after an outage for whom nobody could hear in it', async (_, audience) => {
    const { act, answer, broker, state, tab, clock } = await setUpActionsInGroup('c1');
    broker.answer = 'unreachable';
    broker.lose({ keepSession: true });
    await clock.advance(40_000);
    act('lock', { audience });
    broker.answer = 'accept';
    while (!broker.connected()) await clock.advance(10);
    await clock.advance(2_000);
    expect(state(tab)).toBe('sent, c1 waiting');
    answer('c1');
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c1 confirmed, ended');
  });

  test('for runners with the first answer', async () => {
    const { act, answer, state, tab, batch } = await setUpActionsInGroup('c1');
    act('ping', { audience: { runners: true } });
    await batch();
    expect(state(tab)).toBe('sent');
    answer('runner-1', { action: 'ping', at: 1 });
    await batch();
    expect(state(tab)).toBe('sent, runner-1 confirmed, ended');
  });

  test('for every runner that says where it is within ten seconds', async () => {
    const { act, answer, state, tab, batch, clock } = await setUpActionsInGroup('c1');
    act('dnslookup', { audience: { runners: true } });
    await batch();
    for (const runner of ['runner-1', 'runner-2']) {
      answer(runner, { action: 'dnslookup', hostname: runner, url: `https://${runner}` });
      await batch();
    }
    expect(state(tab)).toBe('sent, runner-1 confirmed, runner-2 confirmed');
    await clock.advance(10_000);
    expect(state(tab)).toBe('sent, runner-1 confirmed, runner-2 confirmed, ended');
  });

  test.each<[ActionName, Record<string, unknown>, number]>([
    ['snapshot', { quality: 90 }, 4_000],
    ['ping', {}, 15_000],
    ['updateDeviceInventory', {}, 60_000],
    ['updateInvent', {}, 60_000],
    ['retrieveFiles', { filePatterns: ['*'], folderPath: '%downloads%' }, 120_000],
    ['unlock', {}, 60_000],
    ['lock', {}, 600_000],
  ])('%s: when its time is over, and the rest is silent', async (action, parameters, ms) => {
    const { act, answer, state, tab, clock } = await setUpActionsInGroup('c1', 'c2');
    act(action, { parameters });
    if (action !== 'snapshot') answer('c1', { action });
    await clock.advance(ms - 100);
    expect(state(tab)).not.toContain('ended');
    await clock.advance(300);
    const first = action === 'snapshot' ? 'c1 silent' : 'c1 confirmed';
    expect(state(tab)).toBe(`sent, ${first}, c2 silent, ended`);
  });

  test('remoteControl: after 15 s, when nobody looks at a screen that does not come any more', async () => {
    const { act, state, tab, clock } = await setUpActionsInGroup('c1');
    act('remoteControl', { audience: { clients: [recipient('c1')] } });
    await clock.advance(14_900);
    expect(state(tab)).toBe('sent, c1 waiting');
    await clock.advance(300);
    expect(state(tab)).toBe('sent, c1 silent, ended');
  });

  test('later for one that had to wait for the broker: collecting begins when it is sent', async () => {
    const { act, state, tab, clock, broker } = await setUpActionsInGroup();
    broker.answer = 'unreachable';
    broker.lose({ keepSession: true });
    act('retrieveFiles', {
      parameters: { filePatterns: ['*'], folderPath: '' },
      audience: { clients: [recipient('c1')] },
    });
    await clock.advance(40_000);
    broker.answer = 'accept';
    await clock.advance(5_000);
    expect(state(tab)).toBe('sent, c1 waiting');
    await clock.advance(110_000);
    expect(state(tab)).toBe('sent, c1 waiting');
    await clock.advance(12_000);
    expect(state(tab)).toBe('sent, c1 silent, ended');
  });

  test('of a group where nobody was known not with the first answer, but with its time', async () => {
    const { act, answer, state, tab, batch, clock } = await setUpActionsInGroup();
    act('unlock', { audience: { groupId: 'g9' } });
    answer('c1', { action: 'unlock' });
    await batch();
    expect(state(tab)).toBe('sent, c1 confirmed');
    await clock.advance(60_000);
    expect(state(tab)).toBe('sent, c1 confirmed, ended');
  });
});

describe('an answer', () => {
  test('of a device that was not known to be there counts', async () => {
    const { act, answer, state, tab, batch } = await setUpActionsInGroup('c1');
    act('lock');
    answer('c9');
    await batch();
    expect(state(tab)).toBe('sent, c1 waiting, c9 confirmed');
  });

  test('that comes too late still counts, for a minute', async () => {
    const { act, answer, state, tab, batch, clock, broker } = await setUpActionsInGroup('c1');
    act('ping');
    await clock.advance(16_000);
    expect(state(tab)).toBe('sent, c1 silent, ended');
    await clock.advance(50_000);
    answer('c1', { action: 'ping', at: 1 });
    await batch();
    expect(state(tab)).toBe('sent, c1 confirmed, ended');
    await clock.advance(20_000);
    tab.take();
    answer('c1', { action: 'ping', at: 2 });
    await batch();
    expect(tab.take().map(({ actions, dropped }) => ({ actions, dropped }))).toEqual([
      { actions: undefined, dropped: { 'unknown-action': 1 } },
    ]);
    expect(broker.connected()).toBe(true);
  });

  test.each(['requestName', 'fullScreen', 'powerAction'] as const)(
    'of %s may change for as long as students do something about it',
    async (action) => {
      const parameters = action === 'powerAction' ? { action: 'shutdown', countdown: 60 } : {};
      const { act, answer, answerOf, state, tab, batch, clock } = await setUpActionsInGroup('c1');
      act(action, { parameters });
      answer('c1', { action });
      await batch();
      expect(state(tab)).toBe('sent, c1 confirmed, ended');
      for (let i = 0; i < 3; i += 1) {
        await clock.advance(500_000);
        answer('c1', { action, name: `Ann ${i}` });
        await batch();
        state(tab);
        expect(answerOf('c1')?.reply?.name).toBe(`Ann ${i}`);
      }
      await clock.advance(601_000);
      answer('c1', { action, name: 'too late' });
      await batch();
      expect(tab.take().at(-1)?.dropped).toEqual({ 'unknown-action': 1 });
    },
  );

  test('that is only said again tells no tab', async () => {
    const { act, answer, tab, batch } = await setUpActionsInGroup('c1', 'c2');
    act('lock');
    answer('c1');
    await batch();
    tab.take();
    answer('c1');
    await batch();
    expect(tab.take()).toEqual([]);
  });

  test('that overtakes the acknowledgement of the broker proves that it was sent', async () => {
    const { act, answer, state, tab, batch, broker, sent, clock } = await setUpActionsInGroup('c1', 'c2');
    broker.isMute = true;
    act('lock');
    answer('c1');
    await batch();
    expect(state(tab)).toBe('sent, c1 confirmed, c2 waiting');
    broker.isMute = false;
    broker.lose({ keepSession: true });
    await clock.advance(10_000);
    expect(sent()).toEqual([]);
    answer('c2');
    await batch();
    expect(state(tab)).toBe('sent, c1 confirmed, c2 confirmed, ended');
  });
});
