import {
  mdiAlertCircleOutline,
  mdiAlertOutline,
  mdiCheckCircleOutline,
  mdiClose,
  mdiInformationOutline,
} from '@mdi/js';
import { useSnapshot } from 'valtio/react';
import { type Alert, type AlertType, safeColor } from '#domain/alert.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { m } from '../messages.ts';
import styles from './toast-stack.module.css';
import { alerts } from './toasts.ts';

const ICONS: Record<AlertType, string> = {
  info: mdiInformationOutline,
  success: mdiCheckCircleOutline,
  warning: mdiAlertOutline,
  error: mdiAlertCircleOutline,
};

/** One alert: also special messages are shown by it. */
export function AlertCard(props: { alert: Omit<Alert, 'id'>; onClose: () => void }) {
  const { alert } = props;
  const color = safeColor(alert.color);
  return (
    <li
      className={`${styles.alert} ${styles[alert.type]}`}
      style={color ? { borderInlineStartColor: color } : {}}
    >
      <Icon path={ICONS[alert.type]} className={styles.icon} />
      <div className={styles.words}>
        {alert.title === undefined ? null : <p className={styles.title}>{alert.title}</p>}
        <p>{alert.text}</p>
        {alert.link === undefined ? null : (
          <p>
            <a href={alert.link.href} target="_blank" rel="noopener">
              {alert.link.text}
            </a>
          </p>
        )}
      </div>
      {alert.closable ? (
        <IconButton
          icon={mdiClose}
          size="small"
          label={m.closeAlert({ text: alert.title ?? alert.text })}
          onClick={props.onClose}
        />
      ) : null}
    </li>
  );
}

/** The alerts of the moment, read out as they come, over everything but dialogs. */
export function AlertStack() {
  const { list } = useSnapshot(alerts.state);
  return (
    <section aria-label={m.messages} className={styles.stack}>
      <ul className={styles.list} aria-live="polite">
        {list.map((alert) => (
          <AlertCard key={alert.id} alert={alert} onClose={() => alerts.close(alert.id)} />
        ))}
      </ul>
      {list.some((alert) => alert.isEvent) ? (
        <div className={styles.closeAll}>
          <Button
            onClick={() => {
              alerts.closeEvents();
              // The button goes with the last event: the keyboard goes on in the page.
              document.getElementById('content')?.focus({ preventScroll: true });
            }}
          >
            {m.closeAll}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
