import { mdiPause, mdiPlay, mdiSkipNext } from '@mdi/js';
import { IconButton } from '#ui/button.tsx';
import styles from './rotation-controls.module.css';
import { m } from './rotation-messages.ts';
import type { RotationState } from './use-rotation.ts';

/** The position in a rotation of several groups, and the time left. */
export function RotationControls({ rotation }: { rotation: RotationState }) {
  const { isPaused, secondsLeft } = rotation;
  return (
    <div className={styles.rotation}>
      <span className={styles.turn} data-tip={m.turnNext({ title: rotation.nextTitle })}>
        {m.turn(rotation)}
        <span aria-hidden="true">{isPaused ? m.turnPaused : m.turnLeft({ seconds: secondsLeft })}</span>
      </span>
      <IconButton
        icon={isPaused ? mdiPlay : mdiPause}
        look="default"
        label={isPaused ? m.turnResume : m.turnPause}
        onClick={() => rotation.setPaused(!isPaused)}
      />
      <IconButton
        icon={mdiSkipNext}
        look="default"
        label={m.turnNext({ title: rotation.nextTitle })}
        onClick={rotation.showNext}
      />
    </div>
  );
}
