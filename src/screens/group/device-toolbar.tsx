import { mdiBugOutline, mdiRefresh, mdiTuneVariant } from '@mdi/js';
import { useEffect, useId, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { TIMING } from '#domain/timing.ts';
import { ActionBar } from '#features/action-bar/action-bar.tsx';
import { ACTION_ENTRIES } from '#features/action-entries/action-entries.ts';
import { LineNotice } from '#features/device-card/line-notice.tsx';
import { createSelectionTargets, groupPlace } from '#features/device-card/selection/selection-targets.ts';
import { GroupPolicyIcons } from '#features/policies/group-policy-icons.tsx';
import type { SortKey } from '#live/device-order.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import type { Group } from '#protocol/rest/group.ts';
import { PlainLink } from '#shell/navigation/plain-link.tsx';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { CardFinder, FoundLine } from './card-finder.tsx';
import styles from './device-toolbar.module.css';
import { useGroupView } from './group-view.ts';
import { m } from './messages.ts';
import { SelectedCount, SelectionControl } from './selection-control.tsx';
import type { Cards } from './use-cards.ts';
import { ZoomControl } from './zoom-control.tsx';

/** Number of connected members; toggles the cards of absent ones. */
function AbsentToggle({ cards }: { cards: Cards }) {
  const store = useGroupView();
  if (cards.absentCount === undefined || cards.absentCount === 0) return null;
  const tip = cards.showsAbsent ? m.hideAbsent : m.showAbsent;
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={cards.showsAbsent}
      aria-description={tip}
      data-tip={tip}
      onClick={() => store.setWithAbsent(!cards.showsAbsent)}
    >
      {m.here({ here: cards.hereCount, of: cards.hereCount + cards.absentCount })}
    </button>
  );
}

/** Locked for two seconds after use, without losing the focus. */
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

/** For troubleshooting a device that is not shown as expected. */
function DebugLink({ groupId }: { groupId: string }) {
  return (
    <PlainLink
      path={`/group/${encodeURIComponent(groupId)}/debug`}
      className={styles.debug}
      aria-label={m.debugView}
      data-tip={m.debugView}
    >
      <Icon path={mdiBugOutline} size={20} />
    </PlainLink>
  );
}

const SORTS: readonly { key: SortKey; title: string }[] = [
  { key: 'user', title: m.sortByUser },
  { key: 'device', title: m.sortByDevice },
];

function SortToggle() {
  const { view, setSort } = useGroupView();
  const { sort } = useSnapshot(view);
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
            onChange={() => setSort(key)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

/** The action bar for the selected devices. */
function SelectionActions(props: ToolbarProps) {
  const { id, title } = props.group;
  const { devices } = props.watch;
  const { absent } = props.cards;
  const { selection, away } = useGroupView();
  const targets = useMemo(
    () => createSelectionTargets(devices, selection, absent),
    [devices, selection, absent],
  );
  const place = useMemo(() => groupPlace({ id, title }, devices, away), [id, title, devices, away]);
  return <ActionBar entries={ACTION_ENTRIES} targets={targets} place={place} />;
}

type ToolbarProps = { watch: GroupWatch; group: Group; cards: Cards };

/** The controls for the cards as a whole: selection, search, zoom, order and refresh. */
export function DeviceToolbar(props: ToolbarProps) {
  const { watch, group, cards } = props;
  const { policyBoard } = useGroupView();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.toolbar}>
      <SelectionControl cards={cards} />
      <AbsentToggle cards={cards} />
      <GroupPolicyIcons groupId={group.id} devices={watch.devices} board={policyBoard} />
      <SelectedCount cards={cards} />
      {/* In narrow windows the view controls are behind a button. */}
      <div className={styles.viewToggle}>
        <IconButton
          icon={mdiTuneVariant}
          look="default"
          label={m.view}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <div className={styles.view} data-open={isOpen || undefined}>
        <CardFinder />
        <ZoomControl />
        <SortToggle />
      </div>
      <RefreshButton watch={watch} />
      <DebugLink groupId={group.id} />
      <FoundLine cards={cards} />
      <LineNotice />
      <SelectionActions {...props} />
    </div>
  );
}
