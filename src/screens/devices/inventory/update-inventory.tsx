import { mdiClose, mdiUpdate } from '@mdi/js';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPresentClients } from '../../../features/directory/present-clients.ts';
import { liveConnection, onDemand } from '../../../live/live-connection.ts';
import { deviceQuery, devicesQuery } from '../../../rest/devices.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure/failure-notice.tsx';
import { failureText } from '../../../ui/failure/failure-text.ts';
import type { ListSelection } from '../../../ui/list/list-selection.ts';
import { useObservable } from '../../../ui/use-observable.ts';
import styles from './inventory.module.css';
import { m } from './messages.ts';
import { askedDevice, startUpdate, type UpdatedDevice, type UpdateRun } from './update-run.ts';

/** More names than these are counted. */
const MAX_NAMES = 10;
/** More devices than these are found in the whole list. */
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

/** The devices as the directory has them now, with who is connected there; where nobody is, with who was last. */
async function findDevices(client: QueryClient, ids: readonly string[]): Promise<UpdatedDevice[]> {
  const wanted = new Set(ids);
  const devices =
    ids.length <= MAX_SINGLE_READS
      ? await Promise.all(ids.map((id) => client.fetchQuery({ ...deviceQuery(id), staleTime: 0 })))
      : await client.fetchQuery({ ...devicesQuery(), staleTime: 0 });
  const { byDevice } = createPresentClients()(liveConnection.activeUsers.get());
  return devices
    .filter(({ id }) => wanted.has(id))
    .map((device) => askedDevice(device, byDevice.get(device.id)));
}

type Phase =
  | { name: 'idle' }
  | { name: 'finding' }
  | { name: 'asked'; run: UpdateRun }
  | { name: 'failed'; text: string };

/** Has the selected devices look themselves over. `button` and `notice` stand in different places of the page. */
export function useUpdateInventory(selection: ListSelection) {
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  const isRunning = phase.name === 'finding' || (phase.name === 'asked' && !phase.run.get().isOver);
  const hasSelected = selection.ids.length > 0;
  // Who is connected at the devices is known by the time that the button is pressed; nothing is drawn of it.
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
