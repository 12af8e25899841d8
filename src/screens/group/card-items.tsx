import { mdiApplicationOutline, mdiTab } from '@mdi/js';
import type { LiveClient } from '#protocol/live-worker.ts';
import { Icon } from '../../ui/icon.tsx';
import { deviceType, type OpenItem, openItems, shownItems } from './card-facts.ts';
import styles from './card-items.module.css';
import { m } from './messages.ts';

function ItemIcon(props: { item: OpenItem; fallback: string }) {
  return props.item.icon === undefined ? (
    <Icon path={props.fallback} size={16} />
  ) : (
    <img src={props.item.icon} alt="" width={16} height={16} decoding="async" className={styles.picture} />
  );
}

/** What the student has open: the active tab or application by name, all of them by icon. */
export function CardItems(props: { client: LiveClient }) {
  const items = openItems(props.client);
  const active = items.find((item) => item.active);
  const { shown, hiddenCount } = shownItems(items);
  const isWindows = deviceType(props.client) === 'windowsAgent';
  const titles = [
    ...shown.map((item) => item.title),
    ...(hiddenCount > 0 ? [m.more({ count: hiddenCount })] : []),
  ];
  const fallback = isWindows ? mdiApplicationOutline : mdiTab;
  return (
    <div className={styles.items}>
      <p className={styles.active}>
        {active === undefined ? null : (
          <>
            <ItemIcon item={active} fallback={fallback} />
            <span className={styles.title} data-tip={active.title}>
              {active.title}
            </span>
          </>
        )}
      </p>
      {shown.length === 0 ? null : (
        <>
          <p className="visually-hidden">
            {isWindows ? m.openApplications({ titles }) : m.openTabs({ titles })}
          </p>
          <div className={styles.list} aria-hidden="true">
            {shown.map((item) => (
              <span
                key={item.id}
                className={styles.item}
                data-active={item.active || undefined}
                data-tip={item.title}
              >
                <ItemIcon item={item} fallback={fallback} />
              </span>
            ))}
            {hiddenCount > 0 ? (
              <span className={styles.more} data-tip={m.more({ count: hiddenCount })}>
                …
              </span>
            ) : null}
          </div>
        </>
      )}
    </div>
  );
}
