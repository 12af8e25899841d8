import { memo, useEffect, useRef, useState } from 'react';
import { isComputer } from '#domain/devices/device-type.ts';
import { shownText } from '#domain/shown-text.ts';
import { deviceType, type OpenItem, openItems, unreadItems } from '#live/device-facts.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { shownItems } from './card-facts.ts';
import styles from './card-items.module.css';
import { ItemIcon } from './device/item-icon.tsx';
import { m } from './messages.ts';
import { OpenItems } from './open-items.tsx';

/** The active item by name and all items as icons, purely visual: the surrounding button has the label. */
function ItemsAtAGlance(props: { items: readonly OpenItem[]; unread: number; hasPrograms: boolean }) {
  const { items, unread, hasPrograms } = props;
  const active = items.find((item) => item.active);
  const { shown, hiddenCount } = shownItems(items, unread);
  return (
    <>
      <span className={styles.active}>
        {active === undefined ? null : (
          <>
            <ItemIcon item={active} hasPrograms={hasPrograms} />
            <bdi className={styles.title} data-tip={active.title}>
              {active.title}
            </bdi>
          </>
        )}
      </span>
      <span className={styles.line}>
        <span className={styles.list}>
          {shown.map((item) => (
            <span
              key={item.id}
              className={styles.item}
              data-active={item.active || undefined}
              data-tip={item.title}
            >
              <ItemIcon item={item} hasPrograms={hasPrograms} />
            </span>
          ))}
        </span>
        {hiddenCount > 0 ? (
          <span className={styles.more} data-tip={m.more({ count: hiddenCount })}>
            …
          </span>
        ) : null}
      </span>
    </>
  );
}

type CardItemsProps = { client: LiveClient; name: string };

/** Compares only the displayed fields: a locked class reports new statuses, but the same open items. */
const hasSameOpen = (
  { client: a, name: nameA }: CardItemsProps,
  { client: b, name: nameB }: CardItemsProps,
) =>
  nameA === nameB &&
  a.clientId === b.clientId &&
  a.info === b.info &&
  a.tabs === b.tabs &&
  a.applications === b.applications &&
  unreadItems(a) === unreadItems(b) &&
  a.statuses?.privacy === b.statuses?.privacy;

/** The open items of a student. Pressing them lists all by name, to focus or close them. */
export const CardItems = memo(function CardItems(props: CardItemsProps) {
  const { client, name } = props;
  const [isOpen, setOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const items = openItems(client);
  const placeRef = useRef<HTMLDivElement>(null);
  const unread = unreadItems(client);
  const isEmpty = items.length + unread === 0;
  useEffect(() => {
    if (!isEmpty || !isOpen) return;
    setOpen(false);
    // The focused list has been removed: the focus moves to the card.
    if (document.activeElement === document.body) placeRef.current?.focus({ preventScroll: true });
  }, [isEmpty, isOpen]);
  if (isEmpty) return <div ref={placeRef} tabIndex={-1} className={styles.items} />;
  const hasPrograms = isComputer(deviceType(client));
  const { shown, hiddenCount } = shownItems(items, unread);
  const titles = [
    ...shown.map((item) => shownText(item.title, 80)),
    ...(hiddenCount > 0 ? [m.more({ count: hiddenCount })] : []),
  ];
  const count = items.length + unread;
  const label = hasPrograms ? m.openApplicationsOf({ name, count }) : m.openTabsOf({ name, count });
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        className={styles.items}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
      >
        <ItemsAtAGlance items={items} unread={unread} hasPrograms={hasPrograms} />
      </button>
      <p className="visually-hidden">
        {hasPrograms ? m.openApplications({ titles }) : m.openTabs({ titles })}
      </p>
      {isOpen ? (
        <OpenItems
          label={label}
          client={client}
          items={items}
          buttonRef={buttonRef}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}, hasSameOpen);
