import type { ReactNode } from 'react';
import { type DeviceState, shownLock } from '../../core/device-state.ts';
import { m } from '../messages.ts';
import type { ShownBroadcast } from '../student/broadcast-view.ts';
import { Button } from '../ui/button.tsx';
import { BroadcastOverlay } from './broadcast-overlay.tsx';
import { LockOverlay } from './lock-overlay.tsx';

/**
 * Covers the whole page with a tutor's broadcast or the lock. A broadcast also covers a lock, which returns
 * afterwards. `children` are messages and requests, because the page behind is inert. A student who shares a
 * screen can stop from here as well.
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
