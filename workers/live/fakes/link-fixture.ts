/** The link alone, on a fake clock and a fake broker, with one token that a test may replace. */

import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { ConnectionState, LiveSession } from '#protocol/threads/live-worker.ts';
import { type Connected, createBrokerLink, type LinkEvents } from '../broker/broker-link.ts';
import { createFakeBroker, fakeToken } from './fake-broker.ts';

export const session = { tenant: 'demo', site: 'riverside', tutorId: 't1', mqttUrl: 'ws://broker/mqtt' };
/** The last will of the connection started at `since`. */
export const willOf = (since: number) => ({
  topic: 'demo/riverside/lastwill/tutors/t1',
  payload: JSON.stringify({ source: 'i1', since }),
});

/** `aheadMs`: how far this machine's clock is ahead of the platform's. */
export function setUpLink({ aheadMs = 0 } = {}) {
  const clock = createFakeClock();
  const broker = createFakeBroker();
  const states: ConnectionState[] = [];
  const connected: Connected[] = [];
  const logged: string[] = [];
  const asked: boolean[] = [];
  const rejections: (string | undefined)[] = [];
  let token: string | undefined = fakeToken(clock.now() + 900_000);
  const opened = createBrokerLink({
    clock,
    random: () => 0,
    instance: 'i1',
    openTransport: broker.open,
    token: async ({ renew, rejected }) => {
      asked.push(renew);
      rejections.push(rejected);
      return token;
    },
    expiresAt: ({ exp }) => exp * 1_000 + aheadMs,
    log: (text) => logged.push(text),
  });
  const events: LinkEvents = {
    onState: (state) => states.push(state),
    onMessage: () => {},
    onRoundTrip: () => {},
    onConnected: ({ resumed, renewed }) => connected.push({ resumed, renewed }),
  };
  const link = { ...opened, start: (of: LiveSession) => opened.start(of, events) };
  const setToken = (next: string | undefined) => {
    token = next;
  };
  return { clock, broker, link, states, connected, asked, rejections, setToken, logged };
}
