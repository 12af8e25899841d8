import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useVisibleGroups } from '#shell/groups/visible-groups.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { CountCard } from '#ui/count-card.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { m } from './messages.ts';

/** The screen of the tab's path is the tab's content. */
const panel = () => <Outlet />;
const TABS = [
  { key: 'groups', title: m.groups, panel },
  { key: 'site-settings', title: m.siteSettings, panel },
] as const;
type Key = (typeof TABS)[number]['key'];

/** The settings of the site. The address selects the tab. */
export function SettingsScreen() {
  const { groups } = useVisibleGroups();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const shown = TABS.find(({ key }) => path.endsWith(`/${key}`)) ?? TABS[0];
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.settings }, { title: shown.title }]}>
        {shown.key === 'groups' ? (
          <CountCard count={groups.length} singular={m.groupSingular} plural={m.groupPlural} />
        ) : null}
      </ScreenHeader>
      <Tabs<Key>
        label={m.settings}
        value={shown.key}
        onChange={(key) => void navigate({ to: `/settings/${key}`, replace: true, resetScroll: false })}
        items={TABS}
      />
    </>
  );
}
