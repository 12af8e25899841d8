import { mdiClose, mdiUpdate } from '@mdi/js';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPresentClients } from '#features/directory/present-clients.ts';
import { liveConnection, onDemand } from '#live/live-connection.ts';
import { deviceQuery, devicesQuery } from '#rest/devices.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { FailureNotice } from '#ui/failure/failure-notice.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import type { ListSelection } from '#ui/list/list-selection.ts';
import { useObservable } from '#ui/use-observable.ts';
import styles from './inventory.module.css';
import { m } from './messages.ts';
import { askedDevice, startUpdate, type UpdatedDevice, type UpdateRun } from './update-run.ts';

/** Further names are shown as a number. */
const MAX_NAMES = 10;
/** For more devices, the whole list is read instead. */
const MAX_SINGLE_READS = 20;

function UpdateNotice({ run, onDismiss }: { run: UpdateRun; onDismiss: () => void }) {
  const { isOver, asked, answered, missing } = useObservable(run);
  const isIncomplete = isOver && missing.length > 0;
  return (
    <div role="status" className={styles.update} data-incomplete={isIncomplete || undefined}>
      <p>
        {isOver ? m.updated : m.updating} {m.answered(answered, asked)}
      </p>
      {isOver ? null : <progress aria-label={m.updateInventory} max={asked} value={answered} />}
      {isIncomplete ? (
        <p className={styles.missing}>
          {m.missing(missing.slice(0, MAX_NAMES), Math.max(0, missing.length - MAX_NAMES))}
        </p>
      ) : null}
      {isOver ? <IconButton icon={mdiClose} label={m.dismiss} size="small" onClick={onDismiss} /> : null}
    </div>
  );
}

/** The current directory records with the connected clients, or else with the last client. */
async function findDevices(client: QueryClient, ids: readonly string[]): Promise<UpdatedDevice[]> {
  const idSet = new Set(ids);
  const devices =
    ids.length <= MAX_SINGLE_READS
      ? await Promise.all(ids.map((id) => client.fetchQuery({ ...deviceQuery(id), staleTime: 0 })))
      : await client.fetchQuery({ ...devicesQuery(), staleTime: 0 });
  const { byDevice } = createPresentClients()(liveConnection.activeUsers.get());
  return devices
    .filter(({ id }) => idSet.has(id))
    .map((device) => askedDevice(device, byDevice.get(device.id)));
}

type Phase =
  | { name: 'idle' }
  | { name: 'finding' }
  | { name: 'asked'; run: UpdateRun }
  | { name: 'failed'; text: string };

/** Requests an inventory update from the selected devices. The page places `button` and `notice` apart. */
export function useUpdateInventory(selection: ListSelection) {
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  const isRunning = phase.name === 'finding' || (phase.name === 'asked' && !phase.run.get().isOver);
  const hasSelected = selection.ids.length > 0;
  // Keeps the list of connected users current until the button is pressed. Nothing renders it.
  useEffect(() => (hasSelected ? liveConnection.activeUsers.subscribe(() => {}) : undefined), [hasSelected]);

  async function update(): Promise<void> {
    setPhase({ name: 'finding' });
    try {
      const devices = await findDevices(client, selection.ids);
      const run = startUpdate(devices, (clients) => onDemand.updateInventory({ clients }));
      setPhase({ name: 'asked', run });
    } catch (error) {
      console.warn('Error updating the inventory', error);
      setPhase({ name: 'failed', text: failureText(error) });
    }
  }

  const obstacle = isRunning ? m.updateRuns : hasSelected ? undefined : m.selectFirst;
  return {
    button: (
      <Button
        icon={mdiUpdate}
        aria-disabled={obstacle !== undefined}
        aria-description={obstacle}
        data-tip={obstacle}
        onClick={() => obstacle === undefined && void update()}
      >
        {m.updateInventory}
      </Button>
    ),
    notice:
      phase.name === 'asked' ? (
        <UpdateNotice run={phase.run} onDismiss={() => setPhase({ name: 'idle' })} />
      ) : phase.name === 'failed' ? (
        <FailureNotice text={phase.text} />
      ) : null,
  };
}
