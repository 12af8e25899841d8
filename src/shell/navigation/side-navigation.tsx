import { mdiMenuClose, mdiMenuOpen } from '@mdi/js';
import { Link, useRouter } from '@tanstack/react-router';
import { useSnapshot } from 'valtio/react';
import { useAuth, useRoles } from '#session/session-store.ts';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { ProductMark } from '#ui/icon/product-mark.tsx';
import { shell } from '../layout/shell-state.ts';
import { m } from '../messages.ts';
import { UnreadBadge } from '../rooms/unread-badge.tsx';
import { leaving } from './came-from.ts';
import { NavGroups } from './nav-groups.tsx';
import { itemsFor, type NavItem } from './nav-items.ts';
import styles from './side-navigation.module.css';
import { UserMenu } from './user-menu.tsx';

function NavLink(props: { item: NavItem; isRail: boolean }) {
  const { item } = props;
  const router = useRouter();
  const content = (
    <>
      <Icon path={item.icon} size={22} />
      <span className={styles.title}>{props.isRail ? (item.shortTitle ?? item.title) : item.title}</span>
      {item.counter === 'unread' ? <UnreadBadge /> : null}
    </>
  );
  return (
    <li>
      {'to' in item.target ? (
        <Link
          to={item.target.to}
          state={leaving(() => router.state.location.pathname, item.target.to)}
          className={styles.item}
        >
          {content}
        </Link>
      ) : (
        <a
          href={item.target.href}
          target="_blank"
          rel="noreferrer"
          className={styles.item}
          aria-label={m.helpInNewTab}
        >
          {content}
        </a>
      )}
    </li>
  );
}

/** Drawer (252 px) or rail (112 px), the same for both realms. `onClose`: set if it covers the page. */
export function SideNavigation(props: { onClose?: () => void }) {
  const { collapsed, collapsedHere } = useSnapshot(shell);
  const { realm, siteName } = useAuth();
  const roles = useRoles();
  const isOverlay = props.onClose !== undefined;
  const isRail = (collapsedHere ?? collapsed) && !isOverlay;
  return (
    <div className={styles.drawer} data-rail={isRail ? '' : undefined}>
      <div className={styles.top}>
        <Link to={realm === 'admin' ? '/admin' : '/'} className={styles.product} aria-label={m.productName}>
          <ProductMark />
          <span className={styles.productName}>{m.productName}</span>
        </Link>
        {isOverlay ? (
          <IconButton icon={mdiMenuOpen} label={m.closeNavigation} onClick={props.onClose} />
        ) : (
          <IconButton
            icon={isRail ? mdiMenuClose : mdiMenuOpen}
            label={isRail ? m.expandNavigation : m.collapseNavigation}
            aria-expanded={!isRail}
            onClick={() => {
              if (shell.collapsedHere !== undefined) shell.collapsedHere = !shell.collapsedHere;
              else shell.collapsed = !shell.collapsed;
            }}
          />
        )}
      </div>
      <nav aria-label={realm === 'admin' ? m.adminNavigation : m.mainNavigation} className={styles.scroll}>
        <ul className={styles.items}>
          {realm === 'console' ? <NavGroups isRail={isRail} /> : null}
          {itemsFor({ realm, roles }).map((item) => (
            <NavLink key={item.title} item={item} isRail={isRail} />
          ))}
        </ul>
      </nav>
      <div className={styles.bottom}>
        {realm === 'console' && siteName !== undefined ? (
          <p className={styles.site} data-tip={siteName}>
            {siteName}
          </p>
        ) : null}
        <UserMenu />
      </div>
    </div>
  );
}
