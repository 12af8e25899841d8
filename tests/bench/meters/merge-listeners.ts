/** The two that hear a class's feedback: our live worker with a tab on it, and the worker that only counts. */

import type { BaselinePages } from '../baseline-page.ts';
import type { CounterPage } from '../baselines/counter-page.ts';
import type { BareSession } from '../classroom/bare-tutor.ts';
import type { BenchClassroom } from '../classroom/bench-classroom.ts';
import { type GroupRequest, openGroup, openTutorContext } from '../group-page.ts';
import type { OurPage } from '../pages/our-page.ts';
import { within } from './within.ts';

export type Listener = {
  /** `heard`: when the last of `count` records had been dealt with, which has that session in it. Epoch ms. */
  expect(last: { count: number; sessionId: string }): Promise<{ heard: Promise<number> }>;
  /** Resolves when everybody who was introduced stands on the screen. */
  ready(): Promise<void>;
  close(): Promise<void>;
};
/** Resolves when the subscription stands; the listener is whole once it is `ready`. */
export type OpenListener = () => Promise<Listener>;

const LIMIT_MS = 60_000;

/** Our worker is done when the batch with the last record has left it for the tab. */
export const openOurs =
  (
    classroom: BenchClassroom,
    request: GroupRequest & { address: string },
    subscribed: () => Promise<unknown>,
  ) =>
  async (): Promise<Listener> => {
    const visitor = await openTutorContext(classroom.browser, request);
    const coming = subscribed();
    const opened = openGroup(visitor, request);
    // Its failure is told when it is asked for.
    opened.catch(() => {});
    await within(LIMIT_MS, 'the subscription of the live worker', coming);
    const probe = async () =>
      (await opened).evaluateHandle(() => (globalThis as unknown as { lecternBench: OurPage }).lecternBench);
    return {
      ready: async () => void (await opened),
      async expect({ sessionId }) {
        const left = (await probe()).evaluate((page, id) => page.batchWithSession(id), sessionId);
        return { heard: within(LIMIT_MS, 'the last record in a tab', left).then(({ sentAt }) => sentAt) };
      },
      close: () => visitor.close(),
    };
  };

export const openCounter =
  (pages: BaselinePages, session: BareSession, filter: string) => async (): Promise<Listener> => {
    const page = await pages.open('counter-page');
    const probe = await page.evaluateHandle(
      () => (globalThis as unknown as { lecternBench: CounterPage }).lecternBench,
    );
    await probe.evaluate((p, command) => p.start(command), { session, filter });
    return {
      ready: async () => {},
      async expect({ count }) {
        await probe.evaluate((p, more) => p.expect(more), count);
        const all = probe.evaluate((p) => p.counted());
        return { heard: within(LIMIT_MS, `${count} counted records`, all) };
      },
      close: () => page.context().close(),
    };
  };
