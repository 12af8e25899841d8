import { mdiCheckboxBlankOutline, mdiCheckboxMarkedOutline, mdiMenuDown, mdiMinusBoxOutline } from '@mdi/js';
import { useSnapshot } from 'valtio/react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx';
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

/** All, some or none of the devices: by one press or by the menu. A search leaves selected what it hides, and says so. */
export function SelectionControl({ cards }: { cards: Cards }) {
  const store = useGroupView();
  const selected = Object.keys(useSnapshot(store.selection));
  const count = selected.length;
  const toComeBack = Object.keys(useSnapshot(store.toComeBack)).length;
  const ids = clientIdsOf(cards.shown);
  const shown = new Set(cards.shown.map(({ key }) => key));
  const hidden = selected.filter((key) => !shown.has(key)).length;
  const isAll = ids.length > 0 && ids.every((id) => store.selection[id] === true);
  const icon = count === 0 ? mdiCheckboxBlankOutline : isAll ? mdiCheckboxMarkedOutline : mdiMinusBoxOutline;
  const selectAll = () => store.selectAll(ids);
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
      <Button
        look="quiet"
        aria-disabled={ids.length === 0}
        onClick={isAll ? store.clearSelection : selectAll}
      >
        {isAll ? m.deselectAll : m.selectAll}
      </Button>
      <span role="status" className={styles.count}>
        {selectedText({ count, hidden, toComeBack })}
      </span>
    </>
  );
}
