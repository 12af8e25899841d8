import { mdiFullscreen, mdiKeyboardOffOutline, mdiLock, mdiMonitorShare, mdiVolumeOff } from '@mdi/js';
import type { Statuses } from '#protocol/feedback.ts';
import { type StatusMark, statusMarks } from '../../live/device-facts.ts';
import { Icon } from '../../ui/icon.tsx';
import { m } from './messages.ts';
import styles from './status-marks.module.css';

const MARKS: Record<StatusMark, string> = {
  sharedScreen: mdiMonitorShare,
  fullScreen: mdiFullscreen,
  locked: mdiLock,
  muted: mdiVolumeOff,
  inputsBlocked: mdiKeyboardOffOutline,
};

/** What is on at a device right now, as icons with their words. */
export function StatusMarks({ statuses, size = 16 }: { statuses: Statuses | undefined; size?: number }) {
  return statusMarks(statuses).map((mark) => (
    <span key={mark} className={styles.mark} data-mark={mark} data-tip={m[mark]}>
      <Icon path={MARKS[mark]} size={size} label={m[mark]} />
    </span>
  ));
}
