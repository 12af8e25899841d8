import { mdiAccountGroupOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { isComputer } from '#domain/devices/device-type.ts';
import { type WakeStatus, wakeStatus } from '#domain/devices/wake-status.ts';
import { searchMembers } from '#domain/groups/member-search.ts';
import { ActionBar } from '#features/action-bar/action-bar.tsx';
import { createHeldTargets } from '#features/action-bar/held-targets.ts';
import { ACTION_ENTRIES } from '#features/action-entries/action-entries.ts';
import { groupPlace } from '#features/device-card/selection/selection-targets.ts';
import { useNow } from '#features/wake/use-now.ts';
import type { DeviceStore } from '#live/device-store.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListPage, ListReader } from '#ui/list/list-page.tsx';
import { useListSelection } from '#ui/list/list-selection.ts';
import { useList } from '#ui/list/use-list.ts';
import { useObservable } from '#ui/use-observable.ts';
import { failureWords } from '../messages.ts';
import { type MemberRow, memberRows } from './member-row.ts';
import { MemberTable } from './member-table.tsx';
import { memberTargets } from './member-targets.ts';
import styles from './members-tab.module.css';
import { m } from './messages.ts';
import { createOnlineMembers } from './online-members.ts';

type ListProps = {
  group: Group;
  /** The connected devices of the group. */
  devices: DeviceStore;
  page: number;
  /** `replace`: adds no history entry. */
  onPage: (page: number, replace: boolean) => void;
};

/** Actions for the selected members. */
function MemberActions(props: Pick<ListProps, 'group' | 'devices'> & { selected: readonly MemberRow[] }) {
  const { group, devices, selected } = props;
  const targets = useMemo(createHeldTargets, []);
  const place = useMemo(() => groupPlace(group, devices), [group, devices]);
  useEffect(() => targets.set(memberTargets(selected)), [targets, selected]);
  return <ActionBar entries={ACTION_ENTRIES} targets={targets} place={place} />;
}

const PER_PAGE = 10;
const FIRST_SORT = { column: 'name', isDescending: false };

/** Online devices come before waking ones, and devices that are shut out come last. */
const STATUSES: Record<WakeStatus['name'], string> = {
  online: '0',
  waking: '1',
  offline: '2',
  'shut-out': '3',
};

/** Sort text of a column. */
const columnText = (now: EpochMs) => (row: MemberRow, column: string) => {
  const { name, deviceName, userName, clients, type, isShutOut, wokenAt } = row;
  if (column === 'name') return name;
  if (column === 'status')
    return STATUSES[
      wakeStatus({ isOnline: clients.length > 0, isComputer: isComputer(type), isShutOut, wokenAt, now }).name
    ];
  return (column === 'device' ? deviceName : userName) ?? '';
};

function Members(props: ListProps & { members: readonly GroupMember[] }) {
  const { members, devices, page, onPage } = props;
  const store = useMemo(() => createOnlineMembers(devices), [devices]);
  const online = useObservable(store);
  const rows = useMemo(() => memberRows(members, online), [members, online]);
  const now = useNow(rows.some(({ wokenAt }) => wokenAt !== undefined));
  const textOf = useMemo(() => columnText(now), [now]);
  const list = useList(
    rows,
    { search: searchMembers, place: { page, perPage: PER_PAGE, onPage } },
    { first: FIRST_SORT, textOf },
  );
  const selection = useListSelection(rows, list.found);
  const selected = useMemo(() => rows.filter(({ id }) => selection.has(id)), [rows, selection]);
  return (
    <ListPage
      list={list}
      searchLabel={m.search}
      noMatch={m.noMatch}
      status={
        <span role="status" className={styles.count}>
          {selection.ids.length === 0 ? '' : m.selected({ count: selection.ids.length })}
        </span>
      }
      bar={<MemberActions group={props.group} devices={devices} selected={selected} />}
    >
      {(shown) => <MemberTable rows={shown} list={list} selection={selection} />}
    </ListPage>
  );
}

const WORDS = { loading: m.loading, failed: m.loadFailed, retry: m.retry };

/** Members of the group: loading, failed, empty, or the list. */
export function MemberList(props: ListProps) {
  return (
    <ListReader
      reading={useQuery(groupMembersQuery(props.group.id))}
      words={WORDS}
      failureWords={failureWords}
    >
      {(members) =>
        members.length === 0 ? (
          <EmptyState icon={mdiAccountGroupOutline} title={m.noMembers} />
        ) : (
          <Members {...props} members={members} />
        )
      }
    </ListReader>
  );
}
