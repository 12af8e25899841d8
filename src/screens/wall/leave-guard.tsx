import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { isUnsaved } from '#domain/wall/arrangement.ts';
import { Button } from '#ui/button.tsx';
import { DialogFrame } from '#ui/dialog/dialog-frame.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { useCloseWarning } from './close-warning.ts';
import styles from './dialogs.module.css';
import { m } from './messages.ts';
import type { WallStore } from './wall-store.ts';

function UnsavedDialog(props: { save: () => Promise<boolean>; onLeave: () => void; onStay: () => void }) {
  const [isSaving, setSaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  async function saveAndLeave(): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    setFailed(false);
    const isSaved = await props.save();
    setSaving(false);
    if (isSaved) props.onLeave();
    else setFailed(true);
  }
  return (
    <DialogFrame label={m.unsavedTitle} width="30rem" closeLabel={m.close} onClose={props.onStay} withHeader>
      <div className={styles.question}>
        <p>{m.unsavedText}</p>
        <p role="alert">{hasFailed ? m.notSavedText : null}</p>
        <div className={styles.answers}>
          <Button onClick={props.onStay}>{m.cancel}</Button>
          <Button look="danger" onClick={props.onLeave}>
            {m.leaveWithout}
          </Button>
          <Button look="primary" aria-disabled={isSaving} onClick={() => void saveAndLeave()}>
            {isSaving ? m.saving : m.saveAndLeave}
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}

/** With unsaved changes, leaving the wall asks first and closing the tab warns. A new filter does not ask. */
export function WallLeaveGuard(props: { store: WallStore; save: () => Promise<boolean> }) {
  const arrangement = useObservable(props.store.arrangement);
  const isNeeded = isUnsaved(arrangement);
  useCloseWarning(isNeeded);
  const blocker = useBlocker({
    disabled: !isNeeded,
    enableBeforeUnload: false,
    withResolver: true,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
  });
  if (blocker.status !== 'blocked') return null;
  return <UnsavedDialog save={props.save} onLeave={blocker.proceed} onStay={blocker.reset} />;
}
