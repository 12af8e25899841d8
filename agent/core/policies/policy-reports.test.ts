/** What a policy closes or looks for on a device, and what the device reports of it. */
import { describe, expect, it } from 'vitest';
import type { Application } from '#protocol/feedback.ts';
import { deviceEvents } from '#protocol/topics.ts';
import { SCOPE } from '../fakes/device-fixture.ts';
import { effect, GAME, online, tab } from '../fakes/policy-fixture.ts';

const noGames = effect('BlockWebsitesDefinition', {
  accessMode: 'BlackList',
  report: true,
  urls: ['*games*'],
});

describe('pages that a policy closes', () => {
  it('go at once, with a word to the student and an event', async () => {
    const { policies, open, shown, events, sent, clock } = await online();
    await policies(noGames);
    await open(GAME);
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

  it('are reported once they are closed, and asked again until then', async () => {
    const { policies, open, shown, events, clock, device } = await online();
    await policies(noGames);
    shown.refusing = ['t2'];
    await open(GAME);
    await clock.advance(1_000);
    expect([events(), shown.notifications]).toEqual([[], []]);
    shown.refusing = [];
    await clock.advance(5_000);
    expect(shown.tabs.map(({ tabId }) => tabId)).toEqual(['t1']);
    expect([events().length, shown.notifications]).toEqual([1, ['Play']]);
    await device.stop();
    expect(clock.pending()).toBe(0);
  });

  it('go when the policy comes while they are open, and without a report where none is wanted', async () => {
    const { policies, open, shown, events } = await online();
    await open(GAME);
    await policies(
      effect('BlockAllWebsitesDefinition', { accessMode: 'WhiteList', urls: [], report: false }),
    );
    expect([shown.tabs, events()]).toEqual([[], []]);
  });

  it('do not include the page that the screen is locked to', async () => {
    const { policies, act, open, shown } = await online();
    await policies(effect('BlockAllWebsitesDefinition'));
    await act('lock', { url: 'https://exam.example/' });
    await open(tab('lock', 'https://exam.example/'), GAME);
    expect(shown.tabs.map(({ tabId }) => tabId)).toEqual(['lock']);
  });

  it('are closed but not told of while the student is private', async () => {
    const { policies, open, shown, events } = await online();
    await policies(noGames);
    shown.privacy = true;
    await open(GAME);
    expect([shown.tabs.length, events()]).toEqual([1, []]);
  });

  it('are told of once more when the broker did not have it', async () => {
    const { policies, open, broker, lose, clock, goOnline, events } = await online();
    await policies(noGames);
    broker.acknowledge = false;
    await open(GAME);
    await lose();
    await clock.advance(2_000);
    broker.acknowledge = true;
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
    appId: 'Writer',
    windowId: 'w1',
    title: 'I was bullied',
    active: true,
    icon: undefined,
  };

  it('are told of once for each title that they stand in', async () => {
    const { policies, open, events, screenChanged } = await online();
    await policies(words);
    await open(tab('t2', 'https://blog.example/', 'It is HOPELESS'));
    for (let i = 0; i < 3; i++) screenChanged('tabs');
    expect(events()).toMatchObject([
      {
        policyId: 'p1',
        rule: 'hopeless',
        effectType: 'KeywordMonitoringDefinition',
        context: { word: 'hopeless', MainWindowTitle: 'It is HOPELESS', url: 'https://blog.example/' },
      },
    ]);
  });

  it('are told of when the student is not private any more', async () => {
    const { policies, open, events, shown, screenChanged } = await online();
    await policies(words);
    shown.privacy = true;
    await open(tab('t2', 'https://blog.example/', 'hopeless'));
    expect(events()).toEqual([]);
    shown.privacy = false;
    screenChanged('tabs');
    expect(events()).toHaveLength(1);
  });

  it('are found in windows, but not again in that of the browser', async () => {
    const { policies, open, events, shown, screenChanged } = await online();
    await policies(words);
    await open(tab('t2', 'https://blog.example/', 'hopeless'));
    shown.applications = [writer, { ...writer, windowId: 'browser', title: 'hopeless – Browser' }];
    screenChanged('applications');
    expect(events().map(({ context }) => context.MainWindowTitle)).toEqual(['hopeless', 'I was bullied']);
  });

  it('leave a title that is far too long within the limits of the wire', async () => {
    const { policies, open, events } = await online();
    await policies(words);
    await open(
      tab('t2', `https://blog.example/${'x'.repeat(9_000)}`, `hopeless \u202e<b>${'😀'.repeat(10_000)}`),
    );
    expect(events()).toHaveLength(1);
  });
});

describe('programs that a policy closes', () => {
  const apps = effect('BlockAppDefinition', { rules: [{ processName: 'recorder.exe' }], report: true });
  const recorder: Application = {
    appId: 'Recorder',
    windowId: 'w2',
    title: 'Recorder',
    active: true,
    icon: undefined,
    processName: 'recorder.exe',
    processPath: 'C:\\recorder.exe',
  };

  it.each([
    ['windowsAgent', 0, 1],
    ['extension', 1, 0],
  ] as const)('on a device of type %s leave %d window and %d event', async (type, windows, reported) => {
    const { policies, events, shown, screenChanged, clock } = await online({ type });
    await policies(apps);
    shown.applications = [recorder];
    screenChanged('applications');
    await clock.settle();
    expect([shown.applications.length, events().length]).toEqual([windows, reported]);
    if (reported > 0)
      expect(events()[0]).toMatchObject({
        rule: 'recorder.exe',
        effectType: 'BlockAppDefinition',
        context: { Path: 'C:\\recorder.exe', MainWindowTitle: 'Recorder' },
      });
  });
});
