/** An agent that blocks pages before they load: the rules that it receives, and the reports of what it noticed. */
import { describe, expect, it } from 'vitest';
import { effect, GAME, online, tab } from '../fakes/policy-fixture.ts';
import { DONE } from '../outcome.ts';
import type { PageGuard, PageRules } from './page-guard.ts';
import { createPolicyMemory } from './policy-memory.ts';

const noGames = effect('BlockWebsitesDefinition', { urls: ['*games*'], report: true });
const words = effect('KeywordMonitoringDefinition', {
  keywords: ['hopeless', 'bullied'],
  wholeWordMatching: true,
});
const BLOCK = { policyId: 'p1', policyName: 'P', accessMode: 'BlackList', urls: ['*games*'] };
const GAME_PAGE = { url: 'https://games.example/', title: 'Play' };

async function guarded(options: Parameters<typeof online>[0] & { turnAway?: PageGuard['turnAway'] } = {}) {
  const { turnAway, ...more } = options;
  const passed: PageRules[] = [];
  const pageGuard: PageGuard = { follow: (rules) => passed.push(rules), ...(turnAway && { turnAway }) };
  return { passed, ...(await online({ ...more, type: 'extension', pageGuard })) };
}

describe('a page guard', () => {
  it('receives the rules at the start, and again whenever they change', async () => {
    const { passed, policies, act } = await guarded();
    expect(passed).toEqual([{ blocks: [], words: [] }]);
    await policies(noGames, words);
    await policies(noGames, words, effect('MuteDefinition'));
    await act('mute');
    expect(passed.slice(1)).toEqual([
      {
        blocks: [BLOCK],
        words: [
          { policyId: 'p2', policyName: 'P', keywords: ['hopeless', 'bullied'], wholeWordMatching: true },
        ],
      },
    ]);
    await policies();
    expect(passed.slice(2)).toEqual([{ blocks: [], words: [] }]);
  });

  it('receives the stored rules before the platform is reached', async () => {
    const policyMemory = createPolicyMemory();
    await (await guarded({ policyMemory })).policies(noGames);
    const { passed } = await guarded({ policyMemory });
    expect(passed).toEqual([{ blocks: [BLOCK], words: [] }]);
  });

  it('receives all web as a block of everything else, and the page that the screen is locked to', async () => {
    const { passed, policies, act, device } = await guarded();
    await policies(effect('BlockAllWebsitesDefinition', { urls: ['school.example'] }));
    await act('lock', { url: 'https://exam.example/' });
    expect(passed.at(-1)).toMatchObject({
      blocks: [{ accessMode: 'WhiteList', urls: ['school.example'] }],
      lockedTo: 'https://exam.example/',
    });
    expect(device.pageBlocked({ url: 'https://exam.example/' })).toEqual([]);
    await act('unlock');
    expect(passed.at(-1)).not.toHaveProperty('lockedTo');
  });

  it('shows its own page in place of one that was open before its rule, which is reported', async () => {
    let turned: readonly string[] = [];
    const fixture = await guarded({
      turnAway(tabIds) {
        turned = tabIds;
        fixture.shown.tabs = fixture.shown.tabs.map((each) =>
          tabIds.includes(each.tabId) ? tab(each.tabId, 'chrome-extension://own/blocked.html') : each,
        );
        fixture.screenChanged('tabs');
        return DONE;
      },
    });
    const { open, policies, shown, events } = fixture;
    await open(GAME);
    await policies(noGames);
    expect([turned, shown.tabs.map(({ tabId }) => tabId)]).toEqual([['t2'], ['t1', 't2']]);
    expect([events().length, shown.notifications]).toEqual([1, []]);
  });
});

describe('a page that the agent has blocked', () => {
  it('is reported with the rule, once in ten seconds, and the agent learns whose rule it is', async () => {
    const { device, policies, events, clock } = await guarded();
    await policies(noGames);
    for (let i = 0; i < 3; i++)
      expect(device.pageBlocked(GAME_PAGE)).toEqual([{ policyId: 'p1', policyName: 'P' }]);
    await clock.settle();
    expect(events()).toEqual([
      {
        policyId: 'p1',
        rule: '*games*',
        effectType: 'BlockWebsitesDefinition',
        context: { url: 'https://games.example/', MainWindowTitle: 'Play' },
        timeTriggered: clock.now(),
      },
    ]);
    await clock.advance(10_000);
    device.pageBlocked(GAME_PAGE);
    expect(events()).toHaveLength(2);
  });

  it('is not reported where no report is wanted, where it may be open, or while the student is private', async () => {
    const { device, policies, events, shown } = await guarded();
    await policies(effect('BlockWebsitesDefinition', { urls: ['*games*'] }));
    expect(device.pageBlocked(GAME_PAGE)).toHaveLength(1);
    await policies(noGames);
    expect(device.pageBlocked({ url: 'https://page.example/' })).toEqual([]);
    shown.privacy = true;
    device.pageBlocked(GAME_PAGE);
    expect(events()).toEqual([]);
    shown.privacy = false;
    device.pageBlocked(GAME_PAGE);
    expect(events()).toHaveLength(1);
  });

  it('is reported with a picture where the policy wants one', async () => {
    const { device, policies, events } = await guarded();
    await policies(
      effect('BlockWebsitesDefinition', { urls: ['*games*'], report: true, attachScreenshot: true }),
    );
    device.pageBlocked(GAME_PAGE);
    await expect.poll(() => events()[0]?.picture?.contentType).toBe('image/jpeg');
  });
});

describe('a text that the student has typed', () => {
  const page = { url: 'https://blog.example/', title: 'Diary' };

  it('is searched for words, and each is reported once, however long the student goes on', async () => {
    const { device, policies, events, clock } = await guarded();
    await policies(words);
    for (const text of ['It is', 'It is HOPELESS', 'It is hopeless, all', 'hopelessness'])
      device.typed(text, page);
    expect(events()).toEqual([
      {
        policyId: 'p1',
        rule: 'hopeless',
        effectType: 'KeywordMonitoringDefinition',
        context: { word: 'hopeless', MainWindowTitle: 'Diary', url: 'https://blog.example/' },
        timeTriggered: clock.now(),
      },
    ]);
    device.typed('hopeless', { url: 'https://other.example/' });
    await clock.advance(600_000);
    device.typed('hopeless', page);
    expect(events()).toHaveLength(3);
  });

  it('is not searched while the student is private, or for words of which no report is wanted', async () => {
    const { device, policies, events, shown } = await guarded();
    await policies(effect('KeywordMonitoringDefinition', { keywords: ['hopeless'], report: false }));
    device.typed('hopeless', page);
    await policies(words);
    shown.privacy = true;
    device.typed('hopeless', page);
    expect(events()).toEqual([]);
  });
});
