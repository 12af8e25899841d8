import { mdiSync } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayAndTime } from '#domain/time-text.ts';
import { syncedText } from '#features/group-members/synced-text.ts';
import type { Group } from '#protocol/rest/group.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { groupsQuery, syncGroup } from '#rest/groups.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button } from '#ui/button.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { Spinner } from '#ui/spinner.tsx';
import { failureWords } from '../messages.ts';
import { m } from './messages.ts';
import styles from './sync-members.module.css';

/** An invalid time counts as none. */
function lastSyncText(lastSync: string | undefined): string {
  const at = Date.parse(lastSync ?? '');
  return Number.isNaN(at) ? m.neverSynced : m.lastSync({ when: dayAndTime(at) });
}

export type SyncServices = {
  sync(groupId: string): Promise<Group>;
  /** Current number of members, from the refetch that follows the write and not from a request of its own. */
  count(groupId: string): Promise<number>;
};

type State = { name: 'idle' } | { name: 'syncing' } | { name: 'synced'; text: string };

/** 'Sync Members' for a group from a directory, with the time of the last sync. */
export function SyncMembers(props: { group: Group; services?: SyncServices }) {
  const { group } = props;
  const client = useQueryClient();
  const [state, setState] = useState<State>({ name: 'idle' });
  const services: SyncServices = props.services ?? {
    sync: syncGroup,
    count: async (id) => (await client.fetchQuery(groupMembersQuery(id))).length,
  };
  const isSyncing = state.name === 'syncing';
  const write = useWrite({
    send: () => services.sync(group.id),
    changed: { queryKey: ['groups', group.id] },
    show: (cache, _, synced) =>
      cache.setQueryData(groupsQuery().queryKey, (groups) =>
        groups?.map((each) => (each.id === synced.id ? synced : each)),
      ),
  });

  async function sync(): Promise<void> {
    if (isSyncing) return;
    setState({ name: 'syncing' });
    let changes = { added: 0, removed: 0 };
    try {
      changes = (await write.mutateAsync()).synced ?? changes;
    } catch (error) {
      toasts.show({
        type: 'error',
        text: `${m.syncFailed} ${failureText(error, failureWords)}`,
        closable: true,
      });
      setState({ name: 'idle' });
      return;
    }
    const count = await services.count(group.id).catch(() => undefined);
    setState({
      name: 'synced',
      text: count === undefined ? m.syncedNoCount : m.synced({ members: syncedText({ count, ...changes }) }),
    });
  }

  return (
    <>
      <Button needsPlatform icon={mdiSync} aria-disabled={isSyncing} onClick={() => void sync()}>
        {isSyncing ? m.syncing : m.sync}
      </Button>
      {isSyncing ? <Spinner label={m.syncing} size={20} isInline /> : null}
      <span role="status" className={styles.done}>
        {state.name === 'synced' ? state.text : ''}
      </span>
      <span className={styles.when}>{lastSyncText(group.meta?.lastSync)}</span>
    </>
  );
}
