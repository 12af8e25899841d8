import { describe, expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { setUpLive, setUpWatch, watchRequest } from '../fakes/live-fixture.ts';

describe('hidden tabs', () => {
  test('pause their feeds after 5 s and resume them 1 s after they are visible', async () => {
    const { live, demands, clock } = await setUpWatch();
    live.setVisible('a', false);
    await clock.advance(4_999);
    expect(demands()).toEqual([]);
    await clock.advance(1);
    expect(demands()).toEqual([
      'groups/g1/demands statuses 0',
      'groups/g1/demands info 0',
      'groups/g1/demands thumbnails 0',
    ]);
    await clock.advance(60_000);
    live.setVisible('a', true);
    await clock.advance(999);
    expect(demands()).toEqual([]);
    await clock.advance(1);
    expect(demands()).toHaveLength(3);
  });

  test('that are visible again within 5 s pause nothing', async () => {
    const { live, demands, clock } = await setUpWatch();
    live.setVisible('a', false);
    await clock.advance(4_000);
    live.setVisible('a', true);
    await clock.advance(10_000);
    expect(demands()).toEqual([]);
  });

  test('keep the feeds that are marked to be kept, without decoding anything', async () => {
    const { live, openTab, demands, show, framesOf, clock } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', { ...watchRequest, keptWhenHidden: 'feeds' });
    live.look('a', 'w1', { visible: ['c1'], displays: {} });
    await settlePromises();
    demands();
    live.setVisible('a', false);
    await clock.advance(20_000);
    expect(demands()).toEqual([]);
    show('c1');
    await clock.advance(1_000);
    expect(framesOf(tab.take())).toEqual([]);
    live.setVisible('a', true);
    await clock.advance(100);
    expect(framesOf(tab.take())).toHaveLength(1);
  });

  test('show the pictures of what stands in another window, and what is told of it', async () => {
    const { live, openTab, demands, report, show, framesOf, clock } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', { ...watchRequest, keptWhenHidden: 'pictures' });
    live.look('a', 'w1', { visible: ['c1'], displays: {} });
    await settlePromises();
    demands();
    live.setVisible('a', false);
    await clock.advance(20_000);
    expect(demands()).toEqual([]);
    tab.take();
    show('c1');
    await clock.advance(1_000);
    expect(framesOf(tab.take())).toHaveLength(1);
    report('c1');
    await clock.advance(1_000);
    expect(tab.take().at(-1)?.watches).toMatchObject([{ changes: [{ clientId: 'c1' }] }]);
  });

  test('receive nothing while they rest, also when another tab watches the group, and catch up', async () => {
    const { live, tab, openTab, report, broker, clock } = await setUpWatch();
    const other = openTab('b');
    live.watch('b', 'w1', watchRequest);
    report('c1');
    report('c2');
    await clock.advance(1_000);
    live.setVisible('a', false);
    await clock.advance(5_100);
    tab.take();
    other.take();
    broker.deliver('demo/riverside/lastwill/user/u-c1/c1', { since: 1 });
    report('c3');
    await clock.advance(1_000);
    expect(other.take()).not.toEqual([]);
    expect(tab.take()).toEqual([]);
    live.setVisible('a', true);
    await clock.advance(1_200);
    const [watch] = tab.take().flatMap(({ watches }) => watches ?? []);
    expect(watch?.removed).toEqual(['c1']);
    expect(watch?.changes.map(({ clientId }) => clientId)).toEqual(['c2', 'c3']);
  });

  test('do not even let it come over the wire, where no tab looks: another tutor may be watching', async () => {
    const { live, broker, clock } = await setUpWatch();
    const filter = 'demo/riverside/groups/g1/feedback/#';
    live.setVisible('a', false);
    await clock.advance(4_900);
    expect(broker.filters.has(filter)).toBe(true);
    await clock.advance(200);
    expect(broker.filters.has(filter)).toBe(false);
    live.setVisible('a', true);
    await clock.advance(1_100);
    expect(broker.filters.has(filter)).toBe(true);
  });

  test('keep their cards as they were', async () => {
    const { live, tab, report, clock } = await setUpWatch();
    report('c1');
    // By then the worker knows that no order holds for the group.
    await clock.advance(3_100);
    live.setVisible('a', false);
    await clock.advance(100);
    tab.take();
    await clock.advance(600_000);
    expect(tab.take()).toEqual([]);
  });
});

describe('feeds that do not pause', () => {
  const resting = { ...watchRequest, feeds: ['statuses'] as const };
  const kept = { ...resting, keptWhenHidden: 'feeds' } as const;

  test('leave the others of their tab to pause', async () => {
    const { live, openTab, demands, clock } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
    live.watch('a', 'w2', kept);
    await settlePromises();
    demands();
    live.setVisible('a', false);
    await clock.advance(10_000);
    expect(demands()).toEqual(['groups/g1/demands info 0', 'groups/g1/demands thumbnails 0']);
  });

  test('are refreshed each 5 min like all others, and their devices’ silence is noticed', async () => {
    const { live, tab, demands, report, clock } = await setUpWatch(kept);
    report('c1');
    await clock.advance(1_000);
    demands();
    tab.take();
    live.setVisible('a', false);
    await clock.advance(40_000);
    expect(tab.take().at(-1)?.watches).toMatchObject([{ removed: ['c1'] }]);
    demands();
    await clock.advance(300_000);
    expect(demands()).toEqual(['groups/g1/demands statuses 600000']);
  });

  test('can be marked, and unmarked, while the tab is hidden', async () => {
    const { live, openTab, demands, clock } = setUpLive();
    openTab('a', { visible: false });
    live.watch('a', 'w1', resting);
    await clock.advance(5_000);
    expect(demands()).toEqual(['groups/g1/demands statuses 600000', 'groups/g1/demands statuses 0']);
    live.rewatch('a', 'w1', kept);
    expect(demands()).toEqual(['groups/g1/demands statuses 600000']);
    live.rewatch('a', 'w1', resting);
    expect(demands()).toEqual(['groups/g1/demands statuses 0']);
  });
});
