/** The page that receives and shows a tutor's screen. */
import '#protocol/first-fault.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { systemClock } from '#protocol/clock.ts';
import { createObservable } from '#protocol/observable.ts';
import { BroadcastOverlay, type ShownBroadcast } from '../../../student-ui/broadcast/broadcast-overlay.tsx';
import { useObservable } from '../../../student-ui/use-observable.ts';
import { createPeerHost } from '../../offscreen/peer-host.ts';
import { BROADCAST_PORT, type FromPeerHost, type ToPeerHost } from '../../peer-link.ts';

type Shown = ShownBroadcast & { refuse: () => void };

const shown = createObservable<Shown | undefined>(undefined);
const port = chrome.runtime.connect({ name: BROADCAST_PORT });
const host = createPeerHost({
  clock: systemClock,
  send: (message: FromPeerHost) => port.postMessage(message),
  // This page transfers no files and sends no screen.
  files: {
    receive: () => ({ ended: Promise.resolve('refused'), stop: () => {} }),
    send: () => undefined,
    prepare: async () => {},
  },
  screens: { has: () => false, stream: () => undefined, release: () => {} },
  show(stream, tutorName) {
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const mine: Shown = { stream, tutorName, refuse };
    shown.set(mine);
    return {
      refused,
      stop() {
        if (shown.get() === mine) shown.set(undefined);
      },
    };
  },
});
port.onMessage.addListener((message: ToPeerHost) => {
  if (
    message.name === 'place' ||
    message.name === 'begin' ||
    message.name === 'end' ||
    message.name === 'token'
  )
    host.receive(message);
});
// Without its worker nothing ends the broadcast.
port.onDisconnect.addListener(() => window.close());

function Broadcast() {
  const broadcast = useObservable(shown);
  if (broadcast === undefined) return null;
  return (
    <BroadcastOverlay broadcast={broadcast} muted={false} onClose={broadcast.refuse} extra={null}>
      {null}
    </BroadcastOverlay>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Broadcast />
    </StrictMode>,
  );
