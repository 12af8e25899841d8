import type { ReactNode } from 'react';
import { BroadcastOverlay, type ShownBroadcast } from '../../student-ui/broadcast/broadcast-overlay.tsx';
import { Button } from '../../student-ui/kit/button.tsx';
import { LockOverlay } from '../../student-ui/lock/lock-overlay.tsx';
import type { StudentState } from '../../student-ui/student-state.ts';
import { m } from '../messages.ts';

/**
 * Covers the whole page with a tutor's broadcast or the lock. A broadcast also covers a lock, which returns
 * afterwards. `children` are messages and requests, because the page behind is inert. A student who shares a
 * screen can stop from here as well.
 */
export function Cover(props: {
  state: Pick<StudentState, 'lock' | 'inputsBlocked'>;
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
  if (state.lock === undefined) return null;
  return (
    <LockOverlay lock={state.lock}>
      {stop}
      {children}
    </LockOverlay>
  );
}
