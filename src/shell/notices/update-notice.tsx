import { mdiUpdate } from '@mdi/js';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import { Button } from '#ui/button.tsx';
import { m } from '../messages.ts';
import { acceptUpdate, declineUpdate, reloadNow, updateNow } from './app-update.ts';
import { appUpdate } from './app-update-state.ts';
import { Notice } from './notices.tsx';

const TEXTS: Partial<Record<string, string>> = { waiting: m.updateWaits, 'taken-over': m.outdated };

/** Offers the update instead of forcing it, because every tab reloads. */
export function UpdateNotice() {
  const { state } = useSnapshot(appUpdate);
  const actions = useMemo(
    () => (
      <>
        {state === 'taken-over' ? (
          <Button look="primary" onClick={reloadNow}>
            {m.reload}
          </Button>
        ) : state === 'waiting' ? (
          <Button onClick={updateNow}>{m.updateNow}</Button>
        ) : (
          <Button look="primary" onClick={() => void acceptUpdate()} disabled={state === 'changing'}>
            {m.update}
          </Button>
        )}
        <Button onClick={declineUpdate} disabled={state === 'changing'}>
          {m.later}
        </Button>
      </>
    ),
    [state],
  );
  return state === 'none' ? null : (
    <Notice tone="info" icon={mdiUpdate} actions={actions}>
      {TEXTS[state] ?? m.updateReady}
    </Notice>
  );
}
