import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRoles } from '#session/session-store.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { m } from './messages.ts';
import { ResourceEvents } from './resource-events.tsx';
import { StudentEvents } from './student-events.tsx';
import { TutorEvents } from './tutor-events.tsx';

const TABS = [
  { key: 'students', title: m.students, role: 'eventViewer', panel: () => <StudentEvents /> },
  { key: 'tutors-events', title: m.tutors, role: 'siteLogViewer', panel: () => <TutorEvents /> },
  { key: 'resource-events', title: m.resources, role: 'siteLogViewer', panel: () => <ResourceEvents /> },
] as const;
type Key = (typeof TABS)[number]['key'];

/** Events of the site, limited to those this tutor may see. The address selects the tab. */
export function EventsScreen() {
  const roles = useRoles();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const items = TABS.filter(({ role }) => roles[role]);
  const shown = items.find(({ key }) => path.endsWith(`/${key}`))?.key;
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.events }]} />
      {shown === undefined ? null : (
        <Tabs<Key>
          label={m.tabs}
          value={shown}
          // Only the time range is kept, because people and kinds differ between the tabs.
          onChange={(key) =>
            void navigate({
              to: `/events/${key}`,
              search: ({ from, before }: { from?: string; before?: string }) => ({ from, before }),
              replace: true,
              resetScroll: false,
            })
          }
          items={items}
        />
      )}
    </>
  );
}
