/** Lists the parts of its policies that a device cannot execute. */
import { mdiCancel } from '@mdi/js';
import { isConditionName } from '#domain/policies/conditions.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { m } from './icon-messages.ts';
import { conditionLook, effectLook } from './parts/part-looks.ts';
import styles from './policy-icons.module.css';

/** `names`: kinds of effects and conditions, as the device reports them. Empty if everything is possible. */
export function notPossibleText(names: readonly string[] = []): string {
  const titles = names.map((name) => (isConditionName(name) ? conditionLook : effectLook)(name).title);
  return titles.length === 0 ? '' : m.notPossible({ names: [...new Set(titles)].join(', ') });
}

export function NotPossible({ text }: { text: string }) {
  return text === '' ? null : (
    <span role="img" className={styles.icon} aria-label={text} data-tip={text}>
      <Icon path={mdiCancel} size={18} />
    </span>
  );
}
