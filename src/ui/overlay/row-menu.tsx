import { mdiDotsVertical } from '@mdi/js';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { Menu } from './menu.tsx';
import styles from './row-menu.module.css';

/** The actions of a row behind three dots. `label` names the row. */
export function RowMenu(props: { label: string; children: ReactNode }) {
  const { label, children } = props;
  return (
    <Menu label={label} tip={label} buttonClassName={styles.button} button={<Icon path={mdiDotsVertical} />}>
      {children}
    </Menu>
  );
}
