import type { ReactNode } from 'react';
import { Boundary } from '#ui/boundary/boundary.tsx';
import styles from './device-card.module.css';

const frame = (notice: ReactNode) => <li className={styles.card}>{notice}</li>;

export const CardBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary kind="card" frame={frame}>
    {children}
  </Boundary>
);
