import {
  mdiFullscreen,
  mdiKeyboardOffOutline,
  mdiLock,
  mdiLockOutline,
  mdiMonitorShare,
  mdiVolumeMute,
  mdiVolumeOff,
} from '@mdi/js';
import { type StatusMark, statusMarks } from '#live/device-facts.ts';
import type { Statuses } from '#protocol/feedback.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { m } from '../messages.ts';
import styles from './status-marks.module.css';

const MARKS: Record<StatusMark, string> = {
  sharedScreen: mdiMonitorShare,
  fullScreen: mdiFullscreen,
  locked: mdiLock,
  lockedByPolicy: mdiLockOutline,
  muted: mdiVolumeOff,
  mutedByPolicy: mdiVolumeMute,
  inputsBlocked: mdiKeyboardOffOutline,
};

/** Names the policy if it is known. */
function wordsOf(mark: StatusMark, policy: string | undefined): string {
  if (policy === undefined) return m[mark];
  if (mark === 'lockedByPolicy') return m.lockedBy({ policy });
  return mark === 'mutedByPolicy' ? m.mutedBy({ policy }) : m[mark];
}

/** The current state of a device, as icons with labels. `policy`: the one that the device follows. */
export function StatusMarks(props: {
  statuses: Statuses | undefined;
  policy?: string | undefined;
  size?: number;
}) {
  const { statuses, policy, size = 16 } = props;
  return statusMarks(statuses).map((mark) => {
    const words = wordsOf(mark, policy);
    return (
      <span key={mark} className={styles.mark} data-mark={mark} data-tip={words}>
        <Icon path={MARKS[mark]} size={size} label={words} />
      </span>
    );
  });
}
