import { mdiCheckboxBlankOutline, mdiCheckboxMarkedOutline, mdiMenuDown, mdiMinusBoxOutline } from '@mdi/js';
import { useSnapshot } from 'valtio/react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Menu, MenuItem } from '#ui/overlay/menu.tsx';
import { clientIdsOf } from './cards.ts';
import styles from './device-toolbar.module.css';
import { useGroupView } from './group-view.ts';
import { m } from './messages.ts';
import type { Cards } from './use-cards.ts';

function selectedText(of: { count: number; hidden: number; toComeBack: number }): string {
  const { count, hidden, toComeBack } = of;
  if (count + toComeBack === 0) return '';
  const selected = hidden === 0 ? m.selected({ count }) : m.selectedHidden({ count, hidden });
  return toComeBack === 0 ? selected : `${selected}, ${m.selectedAgain({ count: toComeBack })}`;
}

/** Number of selected cards. A search keeps hidden cards selected, and the text mentions them. */
export function SelectedCount({ cards }: { cards: Cards }) {
  const store = useGroupView();
  const selected = Object.keys(useSnapshot(store.selection));
  const toComeBack = Object.keys(useSnapshot(store.toComeBack)).length;
  const { isAll } = useSnapshot(store.rule);
  const shown = new Set(cards.shown.map(({ key }) => key));
  const hidden = selected.filter((key) => !shown.has(key)).length;
  const text = selectedText({ count: selected.length, hidden, toComeBack });
  const latecomers = isAll && selected.length > 0 ? m.withLatecomers : '';
  return (
    <span role="status" className={styles.count} title={`${text} ${latecomers}`.trim() || undefined}>
      <span>{text}</span>
      {latecomers === '' ? null : <span className={styles.latecomers}> {latecomers}</span>}
    </span>
  );
}

/** Selects all, some or none of the devices, by the box or by its menu. */
export function SelectionControl({ cards }: { cards: Cards }) {
  const store = useGroupView();
  const count = Object.keys(useSnapshot(store.selection)).length;
  const toComeBack = Object.keys(useSnapshot(store.toComeBack)).length;
  const ids = clientIdsOf(cards.shown);
  const isAll = ids.length > 0 && ids.every((id) => store.selection[id] === true);
  const icon = count === 0 ? mdiCheckboxBlankOutline : isAll ? mdiCheckboxMarkedOutline : mdiMinusBoxOutline;
  // With a search, only the current matches are selected, without later devices.
  const selectAll = () => store.selectAll(ids, { withLatecomers: cards.shown.length === cards.all.length });
  return (
    <>
      <Menu
        label={m.selection}
        tip={m.selection}
        buttonClassName={styles.selection}
        disabled={cards.all.length === 0}
        button={
          <>
            <Icon path={icon} />
            <Icon path={mdiMenuDown} size={18} />
          </>
        }
      >
        <MenuItem onSelect={selectAll}>{m.selectAll}</MenuItem>
        <MenuItem onSelect={store.clearSelection} disabled={count + toComeBack === 0}>
          {m.deselectAll}
        </MenuItem>
      </Menu>
      <div className={styles.all}>
        <Button
          look="quiet"
          aria-disabled={ids.length === 0}
          onClick={isAll ? store.clearSelection : selectAll}
        >
          {isAll ? m.deselectAll : m.selectAll}
        </Button>
      </div>
    </>
  );
}
