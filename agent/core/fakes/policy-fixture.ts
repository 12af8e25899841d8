/** An online device with policies, and the pages that a test opens on it. */
import * as v from 'valibot';
import { deviceEventSchema } from '#protocol/device-event.ts';
import type { Tab } from '#protocol/feedback.ts';
import { createFixture } from './device-fixture.ts';

export const effect = (definition: string, parameters: object = {}) => ({
  effects: [{ definition, parameters }],
});
export const tab = (tabId: string, url: string, title = tabId): Tab => ({
  tabId,
  url,
  title,
  active: false,
  icon: undefined,
});
export const GAME = tab('t2', 'https://games.example/', 'Play');

/** Demands the device's `statuses`. */
export async function online(options: Parameters<typeof createFixture>[0] = {}) {
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
    /** Resolves when the device has closed and reported what it forbids. */
    async open(...tabs: readonly Tab[]) {
      fixture.shown.tabs = [...fixture.shown.tabs, ...tabs];
      fixture.screenChanged('tabs');
      await fixture.clock.settle();
    },
  };
}
