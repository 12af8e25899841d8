import { describe, expect, test } from 'vitest';
import { recipient, setUpActionsInGroup } from '../fakes/live-actions.ts';

describe('an answer is dropped and counted', () => {
  test.each<[string, string, (f: Awaited<ReturnType<typeof setUpActionsInGroup>>) => void]>([
    ['to what nobody has asked', 'unknown-action', ({ answer }) => answer('c1', { id: 'made-up' })],
    ['of a client that was not asked', 'foreign-client', ({ answer }) => answer('c2')],
    ['for another client', 'foreign-client', ({ answer }) => answer('c1', { clientId: 'c2' })],
    ['of a runner, where a device was asked', 'foreign-client', ({ answer }) => answer('runner-1')],
    ['with the id of another action', 'correlation', ({ answer }) => answer('c1', {}, { correlation: 'a2' })],
    ['with correlation data of nobody', 'correlation', ({ answer }) => answer('c1', {}, { correlation: '' })],
    ['that is a picture to an unknown action', 'unknown-action', ({ picture }) => picture('c1', 'd1', 'x')],
    ['that is a picture of a stranger', 'foreign-client', ({ picture }) => picture('c2', 'd1')],
  ])('%s', async (_, reason, forge) => {
    const fixture = await setUpActionsInGroup();
    const { act, state, tab, batch } = fixture;
    act('lock', { audience: { clients: [recipient('c1')] } });
    await batch();
    expect(state(tab)).toBe('sent, c1 waiting');
    forge(fixture);
    await batch();
    const [{ actions, dropped } = {}, ...more] = tab.take();
    expect({ actions, dropped, more }).toEqual({ actions: undefined, dropped: { [reason]: 1 }, more: [] });
  });

  test('of a device to what runners were asked', async () => {
    const { act, answer, tab, batch } = await setUpActionsInGroup('c1');
    act('wol', { audience: { runners: true }, parameters: { deviceIds: ['d1'] } });
    await batch();
    tab.take();
    answer('c1', { action: 'wol' });
    await batch();
    expect(tab.take().at(-1)?.dropped).toEqual({ 'foreign-client': 1 });
  });

  test('not where it carries no correlation data', async () => {
    const { act, answer, state, tab, batch } = await setUpActionsInGroup('c1');
    act('lock');
    answer('c1', {}, { correlation: undefined as never });
    await batch();
    expect(state(tab)).toBe('sent, c1 confirmed, ended');
  });

  test('not where it answers a patch of our own', async () => {
    const { live, broker, answer, tab, clock, batch } = await setUpActionsInGroup('c1');
    live.look('a', 'w1', { visible: [], displays: {} });
    await clock.advance(1_000);
    const patch = broker.take().find(({ payload }) => payload.includes('patchDemand'));
    tab.take();
    answer('c1', { id: JSON.parse(patch?.payload ?? '').id, action: 'patchDemand' });
    await batch();
    expect(tab.take()).toEqual([]);
  });
});
