import { Dialog } from '#ui/dialog/dialog.tsx';
import { m } from '../messages.ts';
import styles from './shortcuts-dialog.module.css';

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The place to suggest missing shortcuts. */
const SUGGEST_HREF = '/docs/index.html#suggest-a-shortcut';

/** `withGroups`: set in the console realm, which has a group switcher. */
export function ShortcutsDialog(props: { withGroups: boolean; onClose: () => void }) {
  return (
    <Dialog label={m.keyboardShortcuts} width="26rem" closeLabel={m.close} onClose={props.onClose} withHeader>
      <dl className={styles.list}>
        {props.withGroups ? (
          <div className={styles.row}>
            <dt>{m.groupSwitcher}</dt>
            <dd className={styles.keys}>
              <kbd className={styles.key}>{isMac() ? 'Cmd' : 'Ctrl'}</kbd> +{' '}
              <kbd className={styles.key}>G</kbd>
            </dd>
          </div>
        ) : null}
        <div className={styles.row}>
          <dt>{m.showShortcuts}</dt>
          <dd className={styles.keys}>
            <kbd className={styles.key}>{isMac() ? 'Cmd' : 'Ctrl'}</kbd> + <kbd className={styles.key}>/</kbd>
          </dd>
        </div>
      </dl>
      <p className={styles.suggest}>
        <a href={SUGGEST_HREF} target="_blank" rel="noreferrer">
          {m.suggestShortcuts}
        </a>
      </p>
    </Dialog>
  );
}
