import type { DeviceState } from '../../core/device-state.ts';
import { m } from '../messages.ts';
import styles from './classroom.module.css';

/** What holds for the whole page right now. */
export function Banners({ inputsBlocked, muted }: Pick<DeviceState, 'inputsBlocked' | 'muted'>) {
  if (!inputsBlocked && !muted) return null;
  return (
    <div className={styles.column} role="status">
      {inputsBlocked ? <p className={styles.banner}>{m.inputsBlocked}</p> : null}
      {muted ? <p className={styles.banner}>{m.muted}</p> : null}
    </div>
  );
}
