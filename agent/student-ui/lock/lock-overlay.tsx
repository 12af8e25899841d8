import { mdiLock } from '@mdi/js';
import type { ReactNode } from 'react';
import type { Lock } from '../../core/device-state.ts';
import { PageLink } from '../kit/button.tsx';
import { Overlay } from '../kit/overlay.tsx';
import { m } from '../messages.ts';
import { hostOf } from '../questions/notice-card.tsx';
import styles from './lock-overlay.module.css';
import { RichText } from './rich-text.tsx';

/** The locked screen, which only the tutor can end. `children` are messages and remaining controls. */
export function LockOverlay({ lock, children }: { lock: Lock; children?: ReactNode }) {
  return (
    <Overlay label={m.locked}>
      <div className={styles.lock}>
        <svg className={styles.sign} viewBox="0 0 24 24" aria-hidden="true">
          <path d={mdiLock} />
        </svg>
        <LockWords lock={lock} />
        <div className={styles.told}>{children}</div>
      </div>
    </Overlay>
  );
}

function LockWords({ lock }: { lock: Lock }) {
  if (lock.name === 'address')
    return (
      <div className={styles.words}>
        <h2>{m.lockedToPage}</h2>
        <p>
          <PageLink href={lock.url}>{m.open({ host: hostOf(lock.url) })}</PageLink>
        </p>
      </div>
    );
  if (lock.name === 'current-tab')
    return (
      <div className={styles.words}>
        <h2>{m.lockedToTab}</h2>
        <p>{m.lockedToTabText}</p>
      </div>
    );
  if (lock.blocks.length > 0) return <RichText blocks={lock.blocks} />;
  return (
    <div className={styles.words}>
      <h2>{m.lockedTitle}</h2>
      <p>{m.lockedText}</p>
    </div>
  );
}
