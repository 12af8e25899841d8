import { mdiLock, mdiLockOpenVariantOutline, mdiVolumeHigh, mdiVolumeOff } from '@mdi/js';
import { useMemo, useSyncExternalStore } from 'react';
import { DEVICE_ACTIONS, type DeviceAction } from '#domain/device-actions.ts';
import type { GroupWatch } from '../../live/group-watch.ts';
import { Button } from '../../ui/button.tsx';
import styles from './device-toolbar.module.css';
import { groupView } from './group-view.ts';
import { m } from './messages.ts';
import { performAction } from './perform-action.ts';
import { createSelectionFacts, type SelectionFacts, selectedDevices } from './selection-facts.ts';

const ICONS: Record<DeviceAction, string> = {
  lock: mdiLock,
  unlock: mdiLockOpenVariantOutline,
  mute: mdiVolumeOff,
  unmute: mdiVolumeHigh,
};

/** Why a button does nothing now; undefined where it does. */
function obstacle(action: DeviceAction, { isEmpty, available }: SelectionFacts): string | undefined {
  if (isEmpty) return m.nothingSelected;
  return available.has(action) ? undefined : m[`${action}Unavailable`];
}

/** What one does with the selected devices. Buttons keep the focus when they have nothing more to do. */
export function ActionBar(props: { watch: GroupWatch; groupId: string }) {
  const { watch, groupId } = props;
  const store = useMemo(() => createSelectionFacts(watch.devices, groupView.selection), [watch]);
  const facts = useSyncExternalStore(store.subscribe, store.get);
  return (
    <fieldset className={styles.actions}>
      <legend className="visually-hidden">{m.actions}</legend>
      {DEVICE_ACTIONS.map((action) => {
        const why = obstacle(action, facts);
        return (
          <Button
            key={action}
            icon={ICONS[action]}
            compact
            data-tip={why ?? m[action]}
            aria-disabled={why !== undefined}
            aria-description={why}
            onClick={() => {
              if (why !== undefined) return;
              const selected = selectedDevices(watch.devices, groupView.selection);
              performAction(action, { groupId, devices: watch.devices }, selected);
            }}
          >
            {m[action]}
          </Button>
        );
      })}
    </fieldset>
  );
}
