import {
  mdiAlertCircleOutline,
  mdiAlertOutline,
  mdiCheckCircleOutline,
  mdiClose,
  mdiInformationOutline,
} from '@mdi/js';
import { useSnapshot } from 'valtio/react';
import { safeColor, type Toast, type ToastType } from '#domain/toast.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { m } from '../messages.ts';
import styles from './toast-stack.module.css';
import { toasts } from './toasts.ts';

const ICONS: Record<ToastType, string> = {
  info: mdiInformationOutline,
  success: mdiCheckCircleOutline,
  warning: mdiAlertOutline,
  error: mdiAlertCircleOutline,
};

/** One toast; also used for special messages. */
export function ToastCard(props: { toast: Omit<Toast, 'id'>; onClose: () => void }) {
  const { toast } = props;
  const color = safeColor(toast.color);
  return (
    <li
      className={`${styles.toast} ${styles[toast.type]}`}
      style={color ? { borderInlineStartColor: color } : {}}
    >
      <Icon path={ICONS[toast.type]} className={styles.icon} />
      <div className={styles.words}>
        {toast.title === undefined ? null : <p className={styles.title}>{toast.title}</p>}
        <p>{toast.text}</p>
        {toast.link === undefined ? null : (
          <p>
            <a href={toast.link.href} target="_blank" rel="noopener">
              {toast.link.text}
            </a>
          </p>
        )}
      </div>
      {toast.closable ? (
        <IconButton
          icon={mdiClose}
          size="small"
          label={m.closeToast({ text: toast.title ?? toast.text })}
          onClick={props.onClose}
        />
      ) : null}
    </li>
  );
}

/** The current toasts, announced by screen readers, above everything but dialogs. */
export function ToastStack() {
  const { list } = useSnapshot(toasts.state);
  return (
    <section aria-label={m.messages} className={styles.stack}>
      <ul className={styles.list} aria-live="polite">
        {list.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => toasts.close(toast.id)} />
        ))}
      </ul>
      {list.some((toast) => toast.isEvent) ? (
        <div className={styles.closeAll}>
          <Button
            onClick={() => {
              toasts.closeEvents();
              // The button is removed with the last event, so the focus moves to the page.
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
