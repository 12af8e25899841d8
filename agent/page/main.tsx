/** The student page: a browser that takes part in a class as a device of type `extension`. */
import '#protocol/first-fault.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { tenantOfHost } from '#domain/host-name.ts';
import { systemClock } from '#protocol/clock.ts';
import { globalFetch } from '#protocol/json-request.ts';
import { ensureStorage } from '#protocol/storage/page-storage.ts';
import { createPlatformCall } from '../core/connection/platform-call.ts';
import { createChunks } from '../peer/browser/chunks-door.ts';
import { Boundary } from '../student-ui/kit/boundary.tsx';
import { forgetFiles } from './files/forget-files.ts';
import { m } from './messages.ts';
import { becomeOnlyTab } from './only-tab.ts';
import { createPageMemory } from './page-memory.ts';
import { StudentApp } from './parts/student-app.tsx';
import { findSite } from './platform/student-site.ts';
import { configOrigin } from './platform/tenant-address.ts';
import { readSiteLink, takeSiteLink } from './site-link.ts';
import { createNotificationPermission } from './student/notification-permission.ts';
import { createStudentPage } from './student/student-page.ts';
import { takePart } from './student/taking-part.ts';
import { createTabMemory } from './tab-memory.ts';
import '../student-ui/kit/tokens.css';

const root = document.getElementById('root');
if (root) start(root);

function start(root: HTMLElement): void {
  const isStored = [ensureStorage(window, 'localStorage'), ensureStorage(window, 'sessionStorage')].every(
    (storage) => storage === 'stored',
  );
  const memory = createPageMemory({ storage: localStorage });
  const tab = createTabMemory({ storage: sessionStorage });
  const notifications = createNotificationPermission();
  const written = document.querySelector('meta[name="lectern-config-url"]')?.getAttribute('content');
  const link = takeSiteLink({
    fragment: location.hash,
    stored: memory.link.get(),
    store: memory.link.set,
    clearAddress: () => history.replaceState(null, '', location.pathname),
  });
  const page = createStudentPage({
    memory,
    tab,
    link,
    takePart,
    clock: systemClock,
    forgetFiles: () => forgetFiles({ memory, chunks: createChunks(systemClock) }),
    findSite: (known) =>
      findSite({
        call: createPlatformCall(globalFetch),
        configOrigin: configOrigin(location, written),
        tenant: tenantOfHost(location.hostname),
        link: known,
      }),
    becomeOnly: becomeOnlyTab,
    notifyOutside: notifications.show,
  });
  // Another link was opened in this tab, so the page starts again with it.
  addEventListener('hashchange', () => {
    if (readSiteLink(location.hash)) location.reload();
  });
  document.title = m.pageTitle;
  createRoot(root).render(
    <StrictMode>
      <Boundary>
        <StudentApp page={page} memory={memory} isStored={isStored} notifications={notifications} />
      </Boundary>
    </StrictMode>,
  );
  void page.start();
}
