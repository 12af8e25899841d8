import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { deviceEventSchema } from '#protocol/device-event.ts';
import type { Application, Tab } from '#protocol/feedback.ts';
import { clientPolicies, deviceEvents } from '#protocol/topics.ts';
import { createFixture, own, SCOPE } from './device-fixture.ts';

const effect = (definition: string, parameters: object = {}) => ({ effects: [{ definition, parameters }] });
const mute = effect('MuteDefinition');
const noGames = effect('BlockWebsitesDefinition', {
  accessMode: 'BlackList',
  report: true,
  urls: ['*games*'],
});
const tab = (tabId: string, url: string, title = tabId): Tab => ({
  ...{ tabId, url, title, active: false, icon: undefined },
});
const GAME = tab('t2', 'https://games.example/', 'Play');

async function online(options: Parameters<typeof createFixture>[0] = {}) {
  const fixture = createFixture(options);
  await fixture.goOnline();
  await fixture.demand('statuses', { frequency: 0 });
  return {
    ...fixture,
    statuses: () => JSON.parse(String(fixture.sent('/statuses').at(-1)?.payload)),
    events: () =>
      fixture
        .sent('/events/c1')
        .map(({ payload }) => v.parse(deviceEventSchema, JSON.parse(String(payload)))),
    open(...tabs: readonly Tab[]) {
      fixture.shown.tabs = [...fixture.shown.tabs, ...tabs];
      fixture.screenChanged('tabs');
    },
  };
}

describe('a device with policies', () => {
  it('attaches its screen to a report where the policy says so, small enough and not too often', async () => {
    const { policies, open, events, shown, draws } = await online();
    // Too large with the first quality.
    shown.pictureBytes = 2_500;
    await policies(
      effect('KeywordMonitoringDefinition', { keywords: ['secret'], attachScreenshot: true }),
      effect('KeywordMonitoringDefinition', { keywords: ['plain'] }),
    );
    open(tab('t3', 'https://a.example/', 'secret one'));
    open(tab('t4', 'https://a.example/', 'plain'));
    open(tab('t5', 'https://a.example/', 'secret two'));
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
    open(GAME);
    await expect.poll(() => events().length).toBe(1);
    expect(events()[0]?.picture?.contentType).toBe('image/jpeg');
    expect(openAtDraw).toEqual([2]);
    shown.privacy = true;
    open(GAME);
    expect(openAtDraw).toEqual([2]);
    expect(events()).toHaveLength(1);
  });

  it('says which of them act on it, and which of its conditions are theirs', async () => {
    const { policies, statuses } = await online();
    await policies(
      mute,
      effect('LockScreenDefinition', { content: '<p>Wait</p>' }),
      effect('MoonDefinition'),
    );
    expect(statuses()).toMatchObject({
      policies: { activePolicies: ['p1', 'p2'] },
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
    expect(device.state().policies).toEqual({ active: [], muted: false, privacy: false });
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

describe('pages that a policy closes', () => {
  it('go at once, with a word to the student and an event', async () => {
    const { policies, open, shown, events, sent, clock } = await online();
    await policies(noGames);
    open(GAME);
    expect(shown.tabs.map(({ tabId }) => tabId)).toEqual(['t1']);
    expect(shown.notifications).toEqual(['Play']);
    expect(events()).toEqual([
      {
        policyId: 'p1',
        rule: '*games*',
        effectType: 'BlockWebsitesDefinition',
        context: { url: 'https://games.example/', MainWindowTitle: 'Play' },
        timeTriggered: clock.now(),
      },
    ]);
    expect(sent('/events/c1')).toMatchObject([{ topic: deviceEvents(SCOPE, 'c1'), qos: 1 }]);
  });

  it('go when the policy comes while they are open, and without a report where none is wanted', async () => {
    const { policies, open, shown, events } = await online();
    open(GAME);
    await policies(
      effect('BlockAllWebsitesDefinition', { accessMode: 'WhiteList', urls: [], report: false }),
    );
    expect([shown.tabs, events()]).toEqual([[], []]);
  });

  it('do not include the page that the screen is locked to', async () => {
    const { policies, act, open, shown } = await online();
    await policies(effect('BlockAllWebsitesDefinition'));
    await act('lock', { url: 'https://exam.example/' });
    open(tab('lock', 'https://exam.example/'), GAME);
    expect(shown.tabs.map(({ tabId }) => tabId)).toEqual(['lock']);
  });

  it('are closed but not told of while the student is private', async () => {
    const { policies, open, shown, events } = await online();
    await policies(noGames);
    shown.privacy = true;
    open(GAME);
    expect([shown.tabs.length, events()]).toEqual([1, []]);
  });

  it('are told of once more when the broker did not have it', async () => {
    const { policies, open, shown, lose, clock, goOnline, events } = await online();
    await policies(noGames);
    shown.acknowledge = false;
    open(GAME);
    await lose();
    await clock.advance(2_000);
    shown.acknowledge = true;
    await goOnline(['g1'], true);
    expect(events()).toHaveLength(2);
  });
});

describe('words that a policy looks for', () => {
  const words = effect('KeywordMonitoringDefinition', {
    keywords: ['hopeless', 'bullied'],
    report: true,
    wholeWordMatching: true,
  });
  const writer: Application = {
    ...{ appId: 'Writer', windowId: 'w1', title: 'I was bullied', active: true, icon: undefined },
  };

  it('are told of once for each title that they stand in', async () => {
    const { policies, open, events, screenChanged } = await online();
    await policies(words);
    open(tab('t2', 'https://blog.example/', 'It is HOPELESS'));
    for (let i = 0; i < 3; i++) screenChanged('tabs');
    expect(events()).toMatchObject([
      {
        ...{ policyId: 'p1', rule: 'hopeless', effectType: 'KeywordMonitoringDefinition' },
        context: { word: 'hopeless', MainWindowTitle: 'It is HOPELESS', url: 'https://blog.example/' },
      },
    ]);
  });

  it('are told of when the student is not private any more', async () => {
    const { policies, open, events, shown, screenChanged } = await online();
    await policies(words);
    shown.privacy = true;
    open(tab('t2', 'https://blog.example/', 'hopeless'));
    expect(events()).toEqual([]);
    shown.privacy = false;
    screenChanged('tabs');
    expect(events()).toHaveLength(1);
  });

  it('are found in windows, but not again in that of the browser', async () => {
    const { policies, open, events, shown, screenChanged } = await online();
    await policies(words);
    open(tab('t2', 'https://blog.example/', 'hopeless'));
    shown.applications = [writer, { ...writer, windowId: 'browser', title: 'hopeless – Browser' }];
    screenChanged('applications');
    expect(events().map(({ context }) => context.MainWindowTitle)).toEqual(['hopeless', 'I was bullied']);
  });

  it('leave a title that is far too long within the limits of the wire', async () => {
    const { policies, open, events } = await online();
    await policies(words);
    open(tab('t2', `https://blog.example/${'x'.repeat(9_000)}`, `hopeless \u202e<b>${'😀'.repeat(10_000)}`));
    expect(events()).toHaveLength(1);
  });
});

describe('programs that a policy closes', () => {
  const apps = effect('BlockAppDefinition', { rules: [{ processName: 'recorder.exe' }], report: true });
  const recorder: Application = {
    ...{ appId: 'Recorder', windowId: 'w2', title: 'Recorder', active: true, icon: undefined },
    ...{ processName: 'recorder.exe', processPath: 'C:\\recorder.exe' },
  };

  it.each([
    ['windowsAgent', 0, 1],
    ['extension', 1, 0],
  ] as const)('on a device of type %s leave %d window and %d event', async (type, windows, reported) => {
    const { policies, events, shown, screenChanged } = await online({ type });
    await policies(apps);
    shown.applications = [recorder];
    screenChanged('applications');
    expect([shown.applications.length, events().length]).toEqual([windows, reported]);
    if (reported > 0)
      expect(events()[0]).toMatchObject({
        ...{ rule: 'recorder.exe', effectType: 'BlockAppDefinition' },
        context: { Path: 'C:\\recorder.exe', MainWindowTitle: 'Recorder' },
      });
  });
});
