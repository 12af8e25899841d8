import type { DeviceState } from '../../core/device-state.ts';
import { m } from '../messages.ts';
import styles from './classroom.module.css';

/** Banners about the whole page: a blocked network, paused inputs, sound turned off. */
export function Banners(
  props: Pick<DeviceState, 'inputsBlocked' | 'muted'> & {
    /** The host to which the network blocks WebSockets. */
    blockedHost: string | undefined;
  },
) {
  const { inputsBlocked, muted, blockedHost } = props;
  if (!inputsBlocked && !muted && blockedHost === undefined) return null;
  return (
    <div className={styles.column} role="status">
      {blockedHost === undefined ? null : (
        <p className={styles.banner}>{m.lineBlocked({ host: blockedHost })}</p>
      )}
      {inputsBlocked ? <p className={styles.banner}>{m.inputsBlocked}</p> : null}
      {muted ? <p className={styles.banner}>{m.muted}</p> : null}
    </div>
  );
}
