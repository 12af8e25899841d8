import { mdiCheckboxBlankOutline, mdiCheckboxMarkedOutline, mdiClose, mdiFilterVariant } from '@mdi/js';
import { useSnapshot } from 'valtio/react';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Menu, MenuItem } from '#ui/overlay/menu.tsx';
import styles from './card-finder.module.css';
import { isSearching } from './card-search.ts';
import { type CardFilter, useGroupView } from './group-view.ts';
import { m } from './messages.ts';
import type { Cards } from './use-cards.ts';

const FILTERS: readonly { key: CardFilter; title: string }[] = [
  { key: 'events', title: m.filterEvents },
  { key: 'locked', title: m.filterLocked },
  { key: 'unanswered', title: m.filterUnanswered },
];

/** Searches cards by text, and filters them by the device's state. */
export function CardFinder() {
  const store = useGroupView();
  const { query, filters } = useSnapshot(store.view);
  return (
    <div className={styles.finder}>
      <SearchField label={m.search} value={query} onChange={store.setQuery} />
      <Menu
        label={m.filter}
        tip={m.filter}
        buttonClassName={styles.filter}
        button={<Icon path={mdiFilterVariant} size={20} />}
      >
        {FILTERS.map(({ key, title }) => (
          <MenuItem
            key={key}
            icon={
              <Icon
                path={filters.includes(key) ? mdiCheckboxMarkedOutline : mdiCheckboxBlankOutline}
                size={18}
              />
            }
            onSelect={() => store.toggleFilter(key)}
          >
            {title}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

/** The search and filters, the number of matches, and a button to clear them. Empty if all cards show. */
export function FoundLine({ cards }: { cards: Cards }) {
  const store = useGroupView();
  const { query, filters } = useSnapshot(store.view);
  if (!isSearching({ query, filters })) return null;
  return (
    <div className={styles.found}>
      {FILTERS.filter(({ key }) => filters.includes(key)).map(({ key, title }) => (
        <button
          key={key}
          type="button"
          className={styles.chip}
          aria-label={m.removeFilter({ title })}
          onClick={() => store.toggleFilter(key)}
        >
          {title}
          <Icon path={mdiClose} size={14} />
        </button>
      ))}
      <span role="status">{m.found({ count: cards.shown.length, of: cards.all.length })}</span>
      <Button look="quiet" onClick={store.showAll}>
        {m.showAllCards}
      </Button>
    </div>
  );
}
