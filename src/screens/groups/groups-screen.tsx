import { mdiAccountGroupOutline, mdiPlus } from '@mdi/js';
import { useState } from 'react';
import type { Group } from '#protocol/rest/group.ts';
import { useRoles } from '#session/session-store.ts';
import { useVisibleGroups } from '#shell/groups/visible-groups.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { GroupList } from './group-list.tsx';
import { m } from './messages.ts';

const GroupWizard = lazyDialog(
  m.addGroup,
  async () => (await import('./wizard/group-wizard.tsx')).GroupWizard,
);

const DeleteGroupDialog = lazyDialog(
  m.remove,
  async () => (await import('./delete-group-dialog.tsx')).DeleteGroupDialog,
);

/** The dialog that is open over the list. */
type Opened = { name: 'create' } | { name: 'edit' | 'delete'; group: Group };

/** The groups visible to this tutor; home leads here when there are none. Maintainers change them. */
export function GroupsScreen() {
  const { groups, favourites } = useVisibleGroups();
  const { groupMaintainer } = useRoles();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const addButton = groupMaintainer ? (
    <Button needsPlatform look="primary" icon={mdiPlus} onClick={() => setOpened({ name: 'create' })}>
      {m.addGroup}
    </Button>
  ) : null;
  return (
    <>
      {groups.length === 0 ? (
        <EmptyState
          icon={mdiAccountGroupOutline}
          title={m.noGroups}
          text={groupMaintainer ? m.noGroupsMaintainerText : m.noGroupsText}
        >
          {addButton}
        </EmptyState>
      ) : (
        <GroupList
          groups={groups}
          favourites={favourites}
          addButton={addButton}
          onEdit={(group) => setOpened({ name: 'edit', group })}
          onDelete={(group) => setOpened({ name: 'delete', group })}
        />
      )}
      {opened?.name === 'create' ? <GroupWizard onClose={close} /> : null}
      {opened?.name === 'edit' ? <GroupWizard groupId={opened.group.id} onClose={close} /> : null}
      {opened?.name === 'delete' ? <DeleteGroupDialog group={opened.group} onClose={close} /> : null}
    </>
  );
}
