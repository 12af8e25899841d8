import { useMemo, useState } from 'react';
import { searchForWords } from '#domain/lists/search-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { type PickItem, PickList } from '#ui/field/pick-list.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import styles from './dialogs.module.css';
import { m } from './messages.ts';
import type { Tile } from './tiles.ts';

/** Keyed by lower-case host name, so that spellings in the address do not create duplicates. */
function itemsOf(tiles: readonly Tile[], chosen: readonly string[]): PickItem[] {
  const items = new Map<string, PickItem>();
  for (const { hostname, name, isOnline } of tiles) {
    if (hostname === '') continue;
    const detail = [name === hostname ? '' : name, isOnline ? '' : m.filterOffline]
      .filter(Boolean)
      .join(', ');
    const id = hostname.toLowerCase();
    if (isOnline || !items.has(id)) items.set(id, { id, name: hostname, detail });
  }
  // Devices named in the address stay in the list, even if they are unknown.
  for (const hostname of chosen) {
    const id = hostname.toLowerCase();
    if (!items.has(id)) items.set(id, { id, name: hostname, detail: m.filterOffline });
  }
  return [...items.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** 'Grid Filter'. Without a choice the wall shows all devices. */
export function FilterDialog(props: {
  tiles: readonly Tile[];
  hostnames: readonly string[] | undefined;
  onApply: (hostnames: readonly string[] | undefined) => void;
  onClose: () => void;
}) {
  const { onApply, onClose } = props;
  const [before] = useState(props.hostnames ?? []);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(before.map((each) => each.toLowerCase())),
  );
  const [query, setQuery] = useState('');
  const items = useMemo(() => itemsOf(props.tiles, before), [props.tiles, before]);
  const finds = searchForWords(query);
  const found = items.filter(({ name, detail }) => finds(name, detail));
  function apply(next: ReadonlySet<string>): void {
    const hostnames = items.flatMap(({ id, name }) => (next.has(id) ? [name] : []));
    onApply(hostnames.length === 0 ? undefined : hostnames);
    onClose();
  }
  return (
    <Dialog label={m.filterTitle} width="30rem" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{ title: m.filterApply, worksOffline: true, onSubmit: () => apply(chosen) }}
        aside={
          <Button look="quiet" aria-disabled={chosen.size === 0} onClick={() => apply(new Set())}>
            {m.filterClear}
          </Button>
        }
      >
        <p>{m.filterText}</p>
        <SearchField label={m.filterSearch} value={query} onChange={setQuery} />
        <div className={styles.list}>
          <PickList
            label={m.filterList}
            items={found}
            chosen={chosen}
            emptyText={m.filterNone}
            onChoose={setChosen}
          />
        </div>
      </DialogForm>
    </Dialog>
  );
}
