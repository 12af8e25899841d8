import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { siteDevicesQuery } from '#rest/devices.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { lazyPart } from '#shell/lazy/lazy-part.tsx';
import { CountCard } from '#ui/count-card.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { type TabItem, Tabs } from '#ui/tabs.tsx';
import { m } from './messages.ts';

/** The code of the table is larger than the rest of the screen, which is shown without waiting for it. */
const ManagementTab = lazyPart(async () => (await import('./management-tab.tsx')).ManagementTab, {
  waiting: <Spinner label={m.loading} />,
});
// Preloaded beside the rows, because nearly every visit opens this tab.
void ManagementTab.preload();

/** Loaded lazily, because few users open the inventory and its tables are large. */
const waiting = <Spinner label={m.loadingInventory} />;
const SoftwareTab = lazyPart(async () => (await import('./inventory/software-tab.tsx')).SoftwareTab, {
  waiting,
});
const HardwareTab = lazyPart(async () => (await import('./inventory/hardware-tab.tsx')).HardwareTab, {
  waiting,
});

type TabKey = 'devices' | 'software' | 'hardware';

const TABS: readonly TabItem<TabKey>[] = [
  { key: 'devices', title: m.management, panel: () => <ManagementTab /> },
  { key: 'software', title: m.software, panel: () => <SoftwareTab /> },
  { key: 'hardware', title: m.hardware, panel: () => <HardwareTab /> },
];

/** The devices of the site: management, and the inventory that they report; for group maintainers. */
export function DevicesScreen() {
  const { tab = 'devices' } = useSearch({ from: '/console/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const { data } = useQuery(siteDevicesQuery());
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.devices }]}>
        {data === undefined ? null : (
          <CountCard
            count={data.rows.length}
            singular={m.deviceSingular}
            plural={m.devicePlural}
            isComplete={data.isComplete}
          />
        )}
      </ScreenHeader>
      <Tabs
        label={m.tabs}
        items={TABS}
        value={TABS.some(({ key }) => key === tab) ? tab : 'devices'}
        onChange={(key) => void navigate({ search: key === 'devices' ? {} : { tab: key }, replace: true })}
      />
    </>
  );
}
