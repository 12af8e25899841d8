import {
  mdiKeyboardOutline,
  mdiLogout,
  mdiOfficeBuildingOutline,
  mdiShieldAccountOutline,
  mdiUnfoldMoreHorizontal,
} from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VERSION } from '#protocol/version.ts';
import { siteListQuery } from '#rest/site-list.ts';
import { useAuth } from '#session/session-store.ts';
import { signOut } from '#session/sign-out.ts';
import { switchSite, switchToAdmin } from '#session/switch-session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Menu, MenuItem, MenuLabel, MenuScroll, MenuSeparator } from '#ui/overlay/menu.tsx';
import { shell } from '../layout/shell-state.ts';
import { m } from '../messages.ts';
import { toasts } from '../toasts/toasts.ts';
import styles from './user-menu.module.css';

function showFailure(error: unknown) {
  console.error('switching', error);
  toasts.show({ type: 'error', text: failureText(error), closable: true });
}

/** Shows a toast until the page of the other site opens or fails, which may take a while. */
function switchTo(site: string, go: () => Promise<void>): void {
  const done = toasts.show({ type: 'info', text: m.switchingTo({ site }), closable: true });
  void go().catch((error: unknown) => {
    done();
    showFailure(error);
  });
}

/** The other sites, the admin panel for persons with managementAccess, and Logout. */
export function UserMenu() {
  const auth = useAuth();
  const [opened, setOpened] = useState(false);
  // Always enabled in the admin realm: pages without requests of their own detect an unreachable platform by
  // it.
  const enabled = opened || auth.realm === 'admin';
  const { data, isPending } = useQuery({ ...siteListQuery(), enabled });
  const others = data?.sites.filter((site) => auth.realm === 'admin' || site.id !== auth.siteId) ?? [];
  const canManage = data?.managementAccess === true && auth.realm !== 'admin';
  return (
    <Menu
      label={m.userMenu({ name: auth.name })}
      buttonClassName={styles.button}
      onOpen={() => setOpened(true)}
      button={
        <>
          <Avatar name={auth.name} picture={auth.picture} />
          <span className={styles.name}>{auth.name}</span>
          <Icon path={mdiUnfoldMoreHorizontal} size={18} className={styles.unfold} />
        </>
      }
    >
      <MenuLabel>{auth.email ?? auth.name}</MenuLabel>
      <MenuItem
        icon={<Icon path={mdiKeyboardOutline} />}
        onSelect={() => {
          shell.dialog = 'shortcuts';
        }}
      >
        {m.keyboardShortcuts}
      </MenuItem>
      {isPending ? <MenuLabel>{m.loadingSites}</MenuLabel> : null}
      {!isPending && data === undefined ? <MenuLabel>{m.sitesUnavailable}</MenuLabel> : null}
      {others.length > 0 ? (
        <>
          <MenuSeparator />
          <MenuLabel>{m.otherSites}</MenuLabel>
          <MenuScroll>
            {others.map((site) => (
              <MenuItem
                key={site.id}
                needsPlatform
                icon={<Icon path={mdiOfficeBuildingOutline} />}
                onSelect={() => switchTo(site.name, () => switchSite(site.id))}
              >
                {site.name}
              </MenuItem>
            ))}
          </MenuScroll>
        </>
      ) : null}
      <MenuSeparator />
      {canManage ? (
        <MenuItem
          needsPlatform
          icon={<Icon path={mdiShieldAccountOutline} />}
          onSelect={() => switchTo(m.adminPanel, switchToAdmin)}
        >
          {m.adminPanel}
        </MenuItem>
      ) : null}
      <MenuItem icon={<Icon path={mdiLogout} />} onSelect={() => void signOut('user')}>
        {m.logout}
      </MenuItem>
      <MenuLabel>{m.version({ version: VERSION })}</MenuLabel>
    </Menu>
  );
}
