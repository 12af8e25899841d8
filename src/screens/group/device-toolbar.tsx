import {
  mdiCheckboxBlankOutline,
  mdiCheckboxMarkedOutline,
  mdiMagnifyMinusOutline,
  mdiMagnifyPlusOutline,
  mdiMenuDown,
  mdiMinusBoxOutline,
  mdiRefresh,
} from '@mdi/js';
import { useEffect, useId, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { TIMING } from '#domain/timing.ts';
import { ZOOM } from '#domain/zoom.ts';
import type { Group } from '#protocol/rest/group.ts';
import { ActionBar } from '../../actions/action-bar.tsx';
import { useDeviceIds } from '../../live/device-store.ts';
import type { GroupWatch } from '../../live/group-watch.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { SortKey } from './card-facts.ts';
import styles from './device-toolbar.module.css';
import { groupView } from './group-view.ts';
import { m } from './messages.ts';
import { GroupPolicyIcons } from './policies/group-policy-icons.tsx';
import { createSelectionTargets, groupPlace } from './selection-targets.ts';

/** All, some or none of the devices. */
function SelectionMenu(props: { watch: GroupWatch }) {
  const ids = useDeviceIds(props.watch);
  const count = Object.keys(useSnapshot(groupView.selection)).length;
  const icon =
    count === 0
      ? mdiCheckboxBlankOutline
      : count >= ids.length
        ? mdiCheckboxMarkedOutline
        : mdiMinusBoxOutline;
  return (
    <>
      <Menu
        label={m.selection}
        tip={m.selection}
        buttonClassName={styles.selection}
        disabled={ids.length === 0}
        button={
          <>
            <Icon path={icon} />
            <Icon path={mdiMenuDown} size={18} />
          </>
        }
      >
        <MenuItem onSelect={() => groupView.selectAll(ids)}>{m.selectAll}</MenuItem>
        <MenuItem onSelect={groupView.clearSelection} disabled={count === 0}>
          {m.deselectAll}
        </MenuItem>
      </Menu>
      <span role="status" className={styles.count}>
        {count === 0 ? '' : m.selected({ count })}
      </span>
    </>
  );
}

/** Locked for two seconds after use; it keeps the focus all the while. */
function RefreshButton(props: { watch: GroupWatch }) {
  const [isLocked, setLocked] = useState(false);
  useEffect(() => {
    if (!isLocked) return;
    const timer = setTimeout(() => setLocked(false), TIMING.refreshLockMs);
    return () => clearTimeout(timer);
  }, [isLocked]);
  return (
    <IconButton
      icon={mdiRefresh}
      look="default"
      label={m.refresh}
      aria-disabled={isLocked}
      onClick={() => {
        if (isLocked) return;
        setLocked(true);
        props.watch.refresh();
      }}
    />
  );
}

const SORTS: readonly { key: SortKey; title: string }[] = [
  { key: 'user', title: m.sortByUser },
  { key: 'device', title: m.sortByDevice },
];

function SortToggle() {
  const { sort } = useSnapshot(groupView.view);
  const name = useId();
  return (
    <fieldset className={styles.sort}>
      <legend className="visually-hidden">{m.sortBy}</legend>
      {SORTS.map(({ key, title }) => (
        <label key={key} className={styles.choice} data-chosen={key === sort || undefined}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={key === sort}
            onChange={() => groupView.setSort(key)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

function ZoomControl() {
  const { zoom } = useSnapshot(groupView.view);
  return (
    <div className={styles.zoom}>
      <Icon path={mdiMagnifyMinusOutline} size={18} />
      <input
        type="range"
        className={styles.slider}
        aria-label={m.zoom}
        data-tip={m.zoom}
        min={ZOOM.min}
        max={ZOOM.max}
        step={ZOOM.step}
        value={zoom}
        onChange={(event) => groupView.setZoom(event.currentTarget.valueAsNumber)}
      />
      <Icon path={mdiMagnifyPlusOutline} size={18} />
    </div>
  );
}

/** What one does with the devices that are selected. */
function SelectionActions(props: { watch: GroupWatch; group: Group }) {
  const { id, title } = props.group;
  const { devices } = props.watch;
  const targets = useMemo(() => createSelectionTargets(devices, groupView.selection), [devices]);
  const place = useMemo(() => groupPlace({ id, title }, devices), [id, title, devices]);
  return <ActionBar targets={targets} place={place} />;
}

/** What one does with the cards as a whole. */
export function DeviceToolbar(props: { watch: GroupWatch; group: Group }) {
  return (
    <div className={styles.toolbar}>
      <SelectionMenu watch={props.watch} />
      <GroupPolicyIcons groupId={props.group.id} devices={props.watch.devices} />
      <div className={styles.spread} />
      <ZoomControl />
      <SortToggle />
      <RefreshButton watch={props.watch} />
      <SelectionActions watch={props.watch} group={props.group} />
    </div>
  );
}
