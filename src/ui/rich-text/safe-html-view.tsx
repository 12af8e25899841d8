import styles from './rich-text.module.css';
import { safeHtml } from './safe-html.ts';

/** Shows untrusted rich text, on a dark background as devices do. */
export function SafeHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it has just been through the one sanitiser
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: safeHtml(html) }} />;
}
