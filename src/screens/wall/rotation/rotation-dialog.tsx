import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { searchForWords } from '#domain/lists/search-text.ts';
import { MAX_ROTATION_GROUPS, TURN_SECONDS } from '#domain/wall/rotation.ts';
import { useVisibleGroups } from '#shell/groups/visible-groups.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { type PickItem, PickList } from '#ui/field/pick-list.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import styles from './rotation-dialog.module.css';
import { m } from './rotation-messages.ts';

const OFFERED_SECONDS = [10, 20, 30, 60, 120, 300];

/** The offered intervals, and the one in the address. */
const secondsOptions = (current: number) =>
  [...new Set([...OFFERED_SECONDS, current])]
    .sort((a, b) => a - b)
    .map((value) => ({ value, title: m.seconds({ seconds: value }) }));

const obstacleOf = (count: number) =>
  count < 2 ? m.tooFew : count > MAX_ROTATION_GROUPS ? m.tooMany({ max: MAX_ROTATION_GROUPS }) : undefined;

/** The groups whose walls rotate, and how long each is shown. */
export function RotationDialog({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const search = useSearch({ from: '/console/group/$groupId/grid' });
  const visible = useVisibleGroups().groups;
  const navigate = useNavigate({ from: '/group/$groupId/grid' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(search.groups ?? [groupId]));
  const [every, setEvery] = useState(search.every ?? TURN_SECONDS.initial);
  const [query, setQuery] = useState('');
  const items = useMemo<PickItem[]>(() => visible.map(({ id, title }) => ({ id, name: title })), [visible]);
  const finds = searchForWords(query);
  const found = items.filter(({ name }) => finds(name));
  const groups = items.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  function apply(next: { groups?: string[]; every?: number }): void {
    void navigate({
      search: ({ groups: _groups, every: _every, ...rest }) => ({ ...rest, ...next }),
      replace: true,
    });
    onClose();
  }
  return (
    <Dialog label={m.title} width="30rem" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{
          title: m.start,
          worksOffline: true,
          obstacle: obstacleOf(groups.length),
          onSubmit: () => apply({ groups, every }),
        }}
        aside={
          search.groups === undefined ? null : (
            <Button look="quiet" onClick={() => apply({})}>
              {m.stop}
            </Button>
          )
        }
      >
        <p>{m.text}</p>
        <SearchField label={m.search} value={query} onChange={setQuery} />
        <div className={styles.list}>
          <PickList label={m.groups} items={found} chosen={chosen} emptyText={m.none} onChoose={setChosen} />
        </div>
        <SelectField label={m.every} value={every} options={secondsOptions(every)} onChange={setEvery} />
      </DialogForm>
    </Dialog>
  );
}
