import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { usePlatformObstacle } from '../platform-obstacle.ts';
import styles from './menu.module.css';
import { type Anchor, keepBeside } from './place-beside.ts';

type MenuProps = {
  label: string;
  button: ReactNode;
  buttonClassName?: string | undefined;
  tip?: string;
  disabled?: boolean;
  onOpen?: () => void;
  children: ReactNode;
};

const items = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? []),
];

type MenuListProps = {
  label: string;
  id?: string;
  /** The element or point beside which the menu opens. */
  anchor: Anchor | null;
  /** The button that opened the menu, whose press closes it. */
  trigger?: HTMLElement | null;
  /** `isDone`: closed by a key or a choice, so the focus returns to its former place. */
  onClose: (isDone: boolean) => void;
  children: ReactNode;
};

/** An open menu (WAI-ARIA): arrows, Home and End move, Escape and Tab close. */
export function MenuList(props: MenuListProps) {
  const { anchor, onClose } = props;
  const menuRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = menuRef.current;
    if (menu === null || anchor === null) return;
    menu.showPopover?.();
    const stop = keepBeside(menu, anchor);
    items(menu)[0]?.focus({ preventScroll: true });
    return stop;
  }, [anchor]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items(menuRef.current);
    const now = all.indexOf(document.activeElement as HTMLElement);
    const to: Record<string, number> = {
      ArrowDown: (now + 1) % all.length,
      ArrowUp: (now - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      all[next]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onClose(true);
    }
  };
  return (
    <div
      ref={menuRef}
      id={props.id}
      role="menu"
      tabIndex={-1}
      aria-label={props.label}
      popover="manual"
      className={styles.menu}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if ((event.target as Element).closest('[role=menuitem]:not([aria-disabled=true])')) onClose(true);
      }}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (event.currentTarget.contains(to) || (to !== null && to === props.trigger)) return;
        onClose(false);
      }}
    >
      {props.children}
    </div>
  );
}

/**
 * A button that opens a menu, and gets the focus back. The items are focusable by Tab as far as the browser
 * is concerned, because a scrolling menu requires a focusable element.
 */
export function Menu(props: MenuProps) {
  const [open, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const id = useId();
  const close = (returnFocus: boolean) => {
    setOpen(false);
    if (returnFocus) button?.focus();
  };
  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={props.buttonClassName}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={props.label}
        data-tip={props.tip}
        disabled={props.disabled}
        onClick={() => {
          if (!open) props.onOpen?.();
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          props.onOpen?.();
          setOpen(true);
        }}
      >
        {props.button}
      </button>
      {open ? (
        <MenuList label={props.label} id={id} anchor={button} trigger={button} onClose={close}>
          {props.children}
        </MenuList>
      ) : null}
    </>
  );
}

export function MenuItem(props: {
  icon?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
  disabled?: boolean;
  /** The item has no effect now (see `description`), but is reachable by the arrow keys. */
  isIdle?: boolean;
  description?: string | undefined;
  /** Without the platform, the item does nothing and shows why. */
  needsPlatform?: boolean;
}) {
  const obstacle = usePlatformObstacle(props.needsPlatform);
  const isIdle = props.isIdle || obstacle !== undefined;
  const description = obstacle ?? props.description;
  return (
    <button
      type="button"
      role="menuitem"
      className={styles.item}
      onClick={() => {
        if (!isIdle) props.onSelect();
      }}
      disabled={props.disabled}
      aria-disabled={isIdle || undefined}
      aria-description={description}
      data-tip={description}
    >
      {props.icon}
      <span className={styles.text}>{props.children}</span>
    </button>
  );
}

/** A scrolling part of a menu for many items, so that the items below stay visible. */
export function MenuScroll(props: { children: ReactNode }) {
  return (
    <div className={styles.scroll} role="presentation">
      {props.children}
    </div>
  );
}

export function MenuLabel(props: { children: ReactNode }) {
  return (
    <div className={styles.label} role="presentation">
      {props.children}
    </div>
  );
}

export function MenuSeparator() {
  return <hr className={styles.separator} />;
}
