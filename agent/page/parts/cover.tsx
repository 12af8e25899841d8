import type { ReactNode } from 'react';
import { type DeviceState, shownLock } from '../../core/device-state.ts';
import { m } from '../messages.ts';
import type { ShownBroadcast } from '../student/broadcast-view.ts';
import { Button } from '../ui/button.tsx';
import { BroadcastOverlay } from './broadcast-overlay.tsx';
import { LockOverlay } from './lock-overlay.tsx';

/**
 * What lies over the whole page, if anything: a tutor's screen, also over a lock, which is there again when it ends or is
 * closed. `children`: what is said and asked meanwhile, since the page behind it is inert. A student who shares a screen can
 * stop from there too, and is not watched against their will.
 */
export function Cover(props: {
  state: Readonly<DeviceState>;
  broadcast: ShownBroadcast | undefined;
  muted: boolean;
  isSharing: boolean;
  onClose: () => void;
  onStopSharing: () => void;
  children: ReactNode;
}) {
  const { state, broadcast, children } = props;
  const stop = props.isSharing ? (
    <Button look="danger" onClick={props.onStopSharing}>
      {m.stopSharing}
    </Button>
  ) : null;
  if (broadcast)
    return (
      <BroadcastOverlay
        broadcast={broadcast}
        muted={props.muted}
        onClose={state.inputsBlocked ? undefined : props.onClose}
        extra={stop}
      >
        {children}
      </BroadcastOverlay>
    );
  const lock = shownLock(state);
  if (lock === undefined) return null;
  return (
    <LockOverlay lock={lock}>
      {stop}
      {children}
    </LockOverlay>
  );
}
