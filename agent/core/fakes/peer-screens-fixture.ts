/** A device whose peer connections a test ends by hand, with the actions that begin them. */
import { createFixture, own } from './device-fixture.ts';
import { createFakePeers } from './fake-peers.ts';

export async function createPeerScreens() {
  const peers = createFakePeers();
  const fixture = createFixture({ peers: peers.world });
  await fixture.goOnline();
  await fixture.demand('statuses', { frequency: 0, tutor: 'carl' });
  const statuses = () => {
    const text = String(fixture.sent('/statuses').at(-1)?.payload);
    const { shareScreen, screenShared, screenshareSessionIds: ids } = JSON.parse(text);
    return { shareScreen, screenShared, ids };
  };
  const broadcast = (session: object = {}, wish: { tutor?: string; id?: string } = {}) =>
    fixture.act('broadcast', { session: { id: 's1', peerId: 'p1', tutorName: 'Anna', ...session } }, wish);
  const share = (session: object = {}, wish: { tutor?: string; id?: string } = {}) =>
    fixture.act('shareScreen', { session: { id: 's2', peerId: 'p1', ...session } }, wish);
  const live = (parameters: object = {}, wish: { tutor?: string; id?: string } = {}) =>
    fixture.act('liveScreen', { peerId: 'p1', ...parameters }, { to: own, ...wish });
  return { ...fixture, peers, statuses, broadcast, share, live };
}

/** The `statuses` of a device that shows and shares nothing. */
export const NOTHING_SHARED = { shareScreen: false, screenShared: false, ids: [] };
