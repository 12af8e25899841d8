import { mdiMenu } from '@mdi/js';
import { useMatches, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { Boundary } from '#ui/boundary/boundary.tsx';
import { IconButton } from '#ui/button.tsx';
import { ProductMark } from '#ui/icon/product-mark.tsx';
import { TooltipLayer } from '#ui/overlay/tooltip-layer.tsx';
import { PlatformObstacle } from '#ui/platform-obstacle.ts';
import { lazyDialog, lazyPart } from '../lazy/lazy-part.tsx';
import { m } from '../messages.ts';
import { SideNavigation } from '../navigation/side-navigation.tsx';
import { useShortcuts } from '../navigation/use-shortcuts.ts';
import { appUpdate } from '../notices/app-update-state.ts';
import { connectivity } from '../notices/connectivity.ts';
import { OfflineNotice } from '../notices/notices.tsx';
import { ToastStack } from '../toasts/toast-stack.tsx';
import { useNarrow } from './media-query.ts';
import styles from './shell-frame.module.css';
import { shell } from './shell-state.ts';

const GroupSwitcher = lazyDialog(
  m.groupSwitcher,
  async () => (await import('../navigation/group-switcher.tsx')).GroupSwitcher,
);
const ShortcutsDialog = lazyDialog(
  m.keyboardShortcuts,
  async () => (await import('../navigation/shortcuts-dialog.tsx')).ShortcutsDialog,
);

/** Loaded when needed, because most pages never show the notice. */
const UpdateNotice = lazyPart(async () => (await import('../notices/update-notice.tsx')).UpdateNotice);

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen fills the whole window, without navigation. */
    hasNoNavigation?: boolean;
  }
}

const closeDialog = () => {
  shell.dialog = 'none';
};
const closeNavigation = () => {
  shell.navigationOpen = false;
};

/** On narrow windows: the navigation in a modal dialog. */
function OverlayNavigation() {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the <dialog> itself handles Escape
    <dialog
      ref={ref}
      className={styles.overlay}
      aria-label={m.mainNavigation}
      onClose={closeNavigation}
      onClick={(event) => event.target === event.currentTarget && closeNavigation()}
    >
      <Boundary kind="panel">
        <SideNavigation onClose={closeNavigation} />
      </Boundary>
    </dialog>
  );
}

/** The frame of both realms: navigation beside the page, notices above it, overlays over it. */
export function ShellFrame(props: { withGroups: boolean; top: ReactNode; children: ReactNode }) {
  const { dialog, navigationOpen } = useSnapshot(shell);
  const { offline } = useSnapshot(connectivity);
  const isUpdateOffered = useSnapshot(appUpdate).state !== 'none';
  const isNarrow = useNarrow();
  const isBare = useMatches({ select: (all) => all.some(({ staticData }) => staticData.hasNoNavigation) });
  useShortcuts(props.withGroups);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion, not an input
  useEffect(closeNavigation, [path]);
  return (
    <PlatformObstacle value={offline ? m.needsPlatform : undefined}>
      <div className={styles.frame}>
        <a href="#content" className={styles.skip}>
          {m.skipToContent}
        </a>
        {isBare ? null : isNarrow ? (
          <header className={styles.bar}>
            <IconButton
              icon={mdiMenu}
              label={m.openNavigation}
              aria-expanded={navigationOpen}
              onClick={() => {
                shell.navigationOpen = true;
              }}
            />
            <ProductMark size={24} />
            <span className={styles.name}>{m.productName}</span>
          </header>
        ) : (
          <header className={styles.side}>
            <Boundary kind="panel">
              <SideNavigation />
            </Boundary>
          </header>
        )}
        {isNarrow && navigationOpen && !isBare ? <OverlayNavigation /> : null}
        <main id="content" tabIndex={-1} className={styles.main}>
          {isUpdateOffered ? <UpdateNotice /> : null}
          <Boundary kind="panel">
            <OfflineNotice />
            {props.top}
          </Boundary>
          {props.children}
        </main>
        <Boundary kind="panel">
          <ToastStack />
        </Boundary>
        <Boundary kind="panel" frame={() => null}>
          <TooltipLayer />
        </Boundary>
        {dialog === 'group-switcher' && props.withGroups ? <GroupSwitcher onClose={closeDialog} /> : null}
        {dialog === 'shortcuts' ? (
          <ShortcutsDialog withGroups={props.withGroups} onClose={closeDialog} />
        ) : null}
      </div>
    </PlatformObstacle>
  );
}
