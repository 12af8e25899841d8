import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { redirectFor } from '#domain/people/route-access.ts';
import { useRoles } from '#session/session-store.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { m } from './messages.ts';
import { SITES_TABS } from './sites-tabs.ts';

type Key = (typeof SITES_TABS)[number]['key'];

/** The screen of the tab's path is the tab's content. */
const panel = () => <Outlet />;

/** Sites, and lists for the whole tenant, as tabs. The address selects the tab. */
export function SitesFrameScreen() {
  const roles = useRoles();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const tabs = SITES_TABS.filter(
    ({ access }) => redirectFor(access, { realm: 'admin', roles }) === undefined,
  );
  const shown = tabs.find(({ key }) => path.endsWith(`/${key}`)) ?? SITES_TABS[0];
  return (
    <>
      <ScreenHeader
        crumbs={
          shown.key === 'sites-tags' ? [{ title: m.sites }] : [{ title: m.sites }, { title: shown.title }]
        }
      />
      <Tabs<Key>
        label={m.sites}
        value={shown.key}
        onChange={(key) => void navigate({ to: `/admin/sites/${key}`, replace: true, resetScroll: false })}
        items={tabs.map(({ key, title }) => ({ key, title, panel }))}
      />
    </>
  );
}
