import { mdiMonitorOff } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { wokenAtOf } from '#domain/devices/wake-status.ts';
import { DEVICE_LIST_ENTRIES } from '#features/action-entries/list-entries.ts';
import { SiteList, type SiteListKind } from '#features/directory/site-list.tsx';
import { usePresentClients } from '#features/directory/use-present-clients.ts';
import { useUnseenOfSite } from '#features/policy-events/unseen-of-site.ts';
import { useNow } from '#features/wake/use-now.ts';
import type { SiteDevice } from '#protocol/rest/device.ts';
import { siteDevicesQuery } from '#rest/devices.ts';
import type { DirectoryList } from '#rest/directory-list.ts';
import { useVisibleGroups } from '#shell/groups/visible-groups.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { COLUMNS } from './device-columns.tsx';
import { createDeviceRows, type DeviceRow, deviceText, searchDevices } from './device-rows.ts';
import { failureWords, m } from './messages.ts';

const KIND: SiteListKind<DeviceRow> = {
  of: 'devices',
  entries: DEVICE_LIST_ENTRIES,
  columns: COLUMNS,
  search: searchDevices,
  textOf: deviceText,
  words: m,
};

function useGroupTitles(): ReadonlyMap<string, string> {
  const { groups } = useVisibleGroups();
  return useMemo(() => new Map(groups.map(({ id, title }) => [id, title])), [groups]);
}

function Devices({ devices }: { devices: DirectoryList<SiteDevice> }) {
  const { page = 1 } = useSearch({ from: '/console/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const onPage = (next: number, replace: boolean) =>
    void navigate({ search: next === 1 ? {} : { page: next }, replace });
  const read = useMemo(createDeviceRows, []);
  const present = usePresentClients();
  const unseen = useUnseenOfSite();
  const groupTitles = useGroupTitles();
  const wasWoken = useMemo(() => devices.rows.some((device) => wokenAtOf(device) !== undefined), [devices]);
  const now = useNow(wasWoken);
  const rows = useMemo(
    () => read(devices.rows, { present, unseen, groupTitles, now }),
    [read, devices, present, unseen, groupTitles, now],
  );
  return <SiteList kind={KIND} rows={rows} isComplete={devices.isComplete} place={{ page, onPage }} />;
}

const WORDS = { loading: m.loading, failed: m.loadFailed, retry: m.retry, outdated: m.outdated };

/** The tab 'Device Management': the devices of the site, connected or not. */
export function ManagementTab() {
  return (
    <ListReader reading={useQuery(siteDevicesQuery())} words={WORDS} failureWords={failureWords}>
      {(devices) =>
        devices.rows.length === 0 ? (
          <EmptyState icon={mdiMonitorOff} title={m.noDevices} />
        ) : (
          <Devices devices={devices} />
        )
      }
    </ListReader>
  );
}
