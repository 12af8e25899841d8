import { describe, expect, it } from 'vitest';
import { clientPolicies } from '#protocol/topics.ts';
import { NO_HOLD } from '../device-state.ts';
import { own, SCOPE } from '../fakes/device-fixture.ts';
import { effect, GAME, online, tab } from '../fakes/policy-fixture.ts';

const mute = effect('MuteDefinition');

describe('a device with policies', () => {
  it('attaches its screen to a report where the policy says so, small enough and not too often', async () => {
    const { policies, open, events, shown, draws } = await online();
    // Too large with the first quality.
    shown.pictureBytes = 2_500;
    await policies(
      effect('KeywordMonitoringDefinition', { keywords: ['secret'], attachScreenshot: true }),
      effect('KeywordMonitoringDefinition', { keywords: ['plain'] }),
    );
    await open(tab('t3', 'https://a.example/', 'secret one'));
    await open(tab('t4', 'https://a.example/', 'plain'));
    await open(tab('t5', 'https://a.example/', 'secret two'));
    await expect.poll(() => events().length).toBe(3);
    const pictures = new Map(events().map(({ context, picture }) => [context.MainWindowTitle, picture]));
    expect(pictures.get('secret one')?.data).toBe(Buffer.alloc(62_500).toString('base64'));
    expect([...pictures.values()].filter(Boolean)).toHaveLength(1);
    expect(draws.map(({ quality, format }) => [quality, format])).toEqual([
      [60, 'jpeg'],
      [25, 'jpeg'],
    ]);
  });

  it('takes the picture before it closes the page, and none while privacy is on', async () => {
    const { policies, open, events, shown } = await online();
    const openAtDraw: number[] = [];
    shown.onDraw = () => openAtDraw.push(shown.tabs.length);
    await policies(
      effect('BlockWebsitesDefinition', { report: true, attachScreenshot: true, urls: ['*games*'] }),
    );
    await open(GAME);
    await expect.poll(() => events().length).toBe(1);
    expect(events()[0]?.picture?.contentType).toBe('image/jpeg');
    expect(openAtDraw).toEqual([2]);
    shown.privacy = true;
    await open(GAME);
    expect(openAtDraw).toEqual([2]);
    expect(events()).toHaveLength(1);
  });

  it('draws nothing more, and sends no picture, once privacy has begun; the report goes', async () => {
    const { policies, open, events, shown, draws } = await online();
    // Too large with the first quality, which would be followed by another.
    shown.pictureBytes = 2_500;
    shown.onDraw = () =>
      queueMicrotask(() => {
        shown.privacy = true;
      });
    await policies(effect('KeywordMonitoringDefinition', { keywords: ['secret'], attachScreenshot: true }));
    await open(tab('t3', 'https://a.example/', 'secret one'));
    await expect.poll(() => events().length).toBe(1);
    expect(draws).toHaveLength(1);
    // Small enough at once, and private by the time that it is there.
    const other = await online();
    other.shown.onDraw = () =>
      queueMicrotask(() => {
        other.shown.privacy = true;
      });
    await other.policies(
      effect('KeywordMonitoringDefinition', { keywords: ['secret'], attachScreenshot: true }),
    );
    await other.open(tab('t3', 'https://a.example/', 'secret two'));
    await expect.poll(() => other.events().length).toBe(1);
    expect(other.events()[0]?.picture).toBeUndefined();
  });

  it('says which of them act on it, and which of its conditions are theirs', async () => {
    const { policies, statuses } = await online();
    await policies(
      mute,
      effect('LockScreenDefinition', { content: '<p>Wait</p>' }),
      effect('MoonDefinition'),
    );
    expect(statuses()).toMatchObject({
      policies: { activePolicies: ['p1', 'p2'], notPossible: ['MoonDefinition'] },
      muteSources: { action: false, policy: true },
      lockSources: { action: false, policy: true },
    });
    await policies();
    expect(statuses()).toMatchObject({
      policies: { activePolicies: [] },
      muteSources: { policy: false },
      lockSources: { policy: false },
    });
  });

  it('keeps what a tutor did apart from what a policy does', async () => {
    const { policies, act, device, statuses } = await online();
    await act('lock', { content: 'Mine' });
    await policies(effect('LockScreenDefinition', { url: 'https://exam.example/' }));
    expect(device.state()).toMatchObject({
      lock: { text: 'Mine' },
      policies: { lock: { name: 'address', url: 'https://exam.example/' } },
    });
    await act('unlock');
    expect(statuses().lockSources).toEqual({ action: false, policy: true });
  });

  it('lets go of all when the retained message is cleared, and keeps them over an outage', async () => {
    const { policies, deliver, lose, clock, goOnline, device } = await online();
    await policies(mute);
    await lose();
    expect(device.state().policies.muted).toBe(true);
    await clock.advance(2_000);
    await goOnline(['g1'], true);
    expect(device.state().policies.muted).toBe(true);
    await deliver(clientPolicies(SCOPE, 'c1'), '', { retain: true });
    expect(device.state().policies).toEqual(NO_HOLD);
  });

  it.each(['{"policies":"all"}', '{"policies":[{"id":"","name":"x","effects":[]}]}', 'no json'])(
    'drops a list that it cannot read and keeps what it had: %s',
    async (text) => {
      const { policies, deliver, device } = await online();
      await policies(mute);
      await deliver(clientPolicies(SCOPE, 'c1'), text, { retain: true });
      expect(device.state().policies.muted).toBe(true);
      expect(device.counters.dropped).toMatchObject({ policies: 1 });
    },
  );

  it('follows the clock on its wall by the minute, and leaves no timer behind', async () => {
    const { policies, clock, device, statuses } = await online();
    const start = new Date(clock.now() + 90_000);
    const end = new Date(clock.now() + 210_000);
    const time = (date: Date) =>
      [date.getHours(), date.getMinutes()].map((n) => String(n).padStart(2, '0')).join(':');
    const periods = [{ day: start.getDay(), startTime: time(start), endTime: time(end) }];
    await policies({
      ...mute,
      conditions: [{ definition: 'ScheduleConditionDefinition', parameters: { periods } }],
    });
    expect(device.state().policies.muted).toBe(false);
    await clock.advance(90_000);
    expect(statuses().muteSources.policy).toBe(true);
    await clock.advance(120_000);
    expect(statuses().muteSources.policy).toBe(false);
    await device.stop();
    expect(clock.pending()).toBe(0);
  });

  it('notices within a minute that it has left the network', async () => {
    const { policies, clock, device, machine } = await online();
    const parameters = { subnets: ['10.20.0.0/16'], isActive: true };
    await policies({ ...mute, conditions: [{ definition: 'SubnetConditionDefinition', parameters }] });
    expect(device.state().policies.muted).toBe(true);
    machine.at = { addresses: ['192.168.0.2'] };
    await clock.advance(60_000);
    expect(device.state().policies.muted).toBe(false);
  });

  it('shows nothing of itself while a policy keeps it private', async () => {
    const { policies, demand, sent, act, replies, statuses } = await online();
    await demand('tabs', { frequency: 0 });
    const tabs = () => JSON.parse(String(sent('/tabs').at(-1)?.payload)).tabs;
    await policies(effect('EnablePrivacyDefinition'));
    expect([statuses().privacy, tabs()]).toEqual([true, []]);
    await act('snapshot', { quality: 50 }, { to: own });
    expect(replies().at(-1)).toMatchObject({ ok: false, code: 'privacy' });
    await policies();
    expect([statuses().privacy, tabs().length]).toEqual([false, 1]);
  });
});
