import { type DeviceState, shownLock } from '../../core/device-state.ts';
import { m } from '../messages.ts';
import type { ShownBroadcast } from '../student/broadcast-view.ts';
import { Button } from '../ui/button.tsx';
import { BroadcastOverlay } from './broadcast-overlay.tsx';
import { LockOverlay } from './lock-overlay.tsx';

/**
 * What lies over the whole page, if anything: a tutor's screen, also over a lock, which is there again when it ends or is
 * closed.
 */
export function Cover(props: {
  state: Readonly<DeviceState>;
  broadcast: ShownBroadcast | undefined;
  muted: boolean;
  onClose: () => void;
  onShowAgain: () => void;
}) {
  const { state, broadcast } = props;
  if (broadcast)
    return <BroadcastOverlay broadcast={broadcast} muted={props.muted} onClose={props.onClose} />;
  const lock = shownLock(state);
  if (lock === undefined) return null;
  return (
    <LockOverlay lock={lock}>
      {state.refusedBroadcast ? <Button onClick={props.onShowAgain}>{m.showAgain}</Button> : null}
    </LockOverlay>
  );
}
