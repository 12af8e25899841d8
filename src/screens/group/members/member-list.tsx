import { mdiAccountGroupOutline, mdiAlertCircleOutline, mdiMagnify } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { memberPage, searchMembers } from '#domain/groups/member-search.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import { ActionBar } from '../../../features/action-bar/action-bar.tsx';
import { ACTION_ENTRIES } from '../../../features/action-entries/action-entries.ts';
import { groupPlace } from '../../../features/device-card/selection/selection-targets.ts';
import type { DeviceStore } from '../../../live/device-store.ts';
import { groupMembersQuery } from '../../../rest/group-members.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { failureText } from '../../../ui/failure/failure-text.ts';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { PageBody } from '../../../ui/page-body.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { failureWords } from '../messages.ts';
import { type MemberRow, memberRows } from './member-row.ts';
import { useMemberSelection } from './member-selection.ts';
import { MemberTable } from './member-table.tsx';
import { createHeldTargets, memberTargets } from './member-targets.ts';
import styles from './members-tab.module.css';
import { m } from './messages.ts';
import { createOnlineMembers } from './online-members.ts';

type ListProps = {
  group: Group;
  /** Whoever of the group is connected. */
  devices: DeviceStore;
  page: number;
  /** `replace`: nothing that one goes back to. */
  onPage: (page: number, replace: boolean) => void;
};

/** What one can do with the selected members. */
function MemberActions(props: Pick<ListProps, 'group' | 'devices'> & { selected: readonly MemberRow[] }) {
  const { group, devices, selected } = props;
  const targets = useMemo(createHeldTargets, []);
  const place = useMemo(() => groupPlace(group, devices), [group, devices]);
  useEffect(() => targets.set(memberTargets(selected)), [targets, selected]);
  return <ActionBar entries={ACTION_ENTRIES} targets={targets} place={place} />;
}

function Members(props: ListProps & { members: readonly GroupMember[] }) {
  const { members, devices, page: asked, onPage } = props;
  const store = useMemo(() => createOnlineMembers(devices), [devices]);
  const online = useSyncExternalStore(store.subscribe, store.get);
  const [query, setQuery] = useState('');
  const rows = useMemo(() => memberRows(members, online), [members, online]);
  const found = useMemo(() => searchMembers(rows, query), [rows, query]);
  const selection = useMemberSelection(rows, found);
  const selected = useMemo(() => rows.filter(({ id }) => selection.has(id)), [rows, selection]);
  const { page, pageCount, shown } = memberPage(found, asked);
  const search = (next: string) => {
    setQuery(next);
    if (asked !== 1) onPage(1, true);
  };
  return (
    <PageBody
      controls={
        <>
          <SearchField label={m.search} value={query} onChange={search} />
          <span role="status" className={styles.count}>
            {selection.ids.length === 0 ? '' : m.selected({ count: selection.ids.length })}
          </span>
        </>
      }
    >
      <MemberActions group={props.group} devices={devices} selected={selected} />
      {shown.length === 0 ? (
        <EmptyState icon={mdiMagnify} title={m.noMatch} />
      ) : (
        <MemberTable rows={shown} count={found.length} selection={selection} />
      )}
      <Pagination page={page} pageCount={pageCount} onChange={(next) => onPage(next, false)} />
    </PageBody>
  );
}

/** Who is in the group: loading, failed, empty, or the list. */
export function MemberList(props: ListProps) {
  const { data, error, refetch, isFetching } = useQuery(groupMembersQuery(props.group.id));
  if (data === undefined && error !== null) {
    return (
      <EmptyState icon={mdiAlertCircleOutline} title={m.loadFailed} text={failureText(error, failureWords)}>
        <Button look="primary" aria-disabled={isFetching} onClick={() => void refetch()}>
          {m.retry}
        </Button>
      </EmptyState>
    );
  }
  if (data === undefined) return <Spinner label={m.loading} />;
  if (data.length === 0) return <EmptyState icon={mdiAccountGroupOutline} title={m.noMembers} />;
  return <Members {...props} members={data} />;
}
