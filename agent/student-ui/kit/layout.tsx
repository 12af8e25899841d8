import type { ComponentProps } from 'react';
import styles from './layout.module.css';

/** Parts below one another. */
export const Column = (props: ComponentProps<'div'>) => <div {...props} className={styles.column} />;

/** A line that stands out, as long as something holds on the device. */
export const Banner = (props: ComponentProps<'div'>) => <div {...props} className={styles.banner} />;
