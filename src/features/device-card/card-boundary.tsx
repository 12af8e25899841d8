import type { ReactNode } from 'react';
import { Boundary } from '../../ui/boundary/boundary.tsx';
import styles from './device-card.module.css';

const frame = (notice: ReactNode) => <li className={styles.card}>{notice}</li>;

/** The error boundary of one card of a group. */
export const CardBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary kind="card" frame={frame}>
    {children}
  </Boundary>
);
