import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { policiesQuery } from '#rest/policies.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { CountCard } from '#ui/count-card.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { AppliedPage } from './applied/applied-page.tsx';
import { Catalogue } from './catalogue/catalogue.tsx';
import { m } from './messages.ts';

const TABS = [
  { key: 'catalogue', title: m.catalogue, panel: () => <Catalogue /> },
  { key: 'applied-to-groups', title: m.appliedToGroups, panel: () => <AppliedPage kind="groups" /> },
  { key: 'applied-to-users', title: m.appliedToUsers, panel: () => <AppliedPage kind="users" /> },
] as const;
type Key = (typeof TABS)[number]['key'];

/** The policies of the site, and the places where they are applied. The address selects the tab. */
export function PoliciesScreen() {
  const policies = useQuery(policiesQuery()).data;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const shown = TABS.find(({ key }) => path.endsWith(`/${key}`))?.key ?? 'catalogue';
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.policies }]}>
        {policies === undefined ? null : (
          <CountCard count={policies.length} singular={m.policySingular} plural={m.policyPlural} />
        )}
      </ScreenHeader>
      <Tabs<Key>
        label={m.tabs}
        value={shown}
        onChange={(key) => void navigate({ to: `/policies/${key}`, replace: true, resetScroll: false })}
        items={TABS}
      />
    </>
  );
}
