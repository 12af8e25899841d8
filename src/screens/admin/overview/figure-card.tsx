import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '#ui/icon/icon.tsx';
import styles from './figure-card.module.css';
import type { AdminLink } from './overview-links.ts';

/** One number of the tenant with remarks. The title links to the screen with the full list. */
export function FigureCard(props: {
  icon: string;
  title: string;
  link?: AdminLink | undefined;
  count?: number;
  children?: ReactNode;
}) {
  const { link } = props;
  return (
    <section className={styles.card} aria-label={props.title}>
      <h2 className={styles.title}>
        <Icon path={props.icon} size={20} />
        {link === undefined ? (
          props.title
        ) : (
          <Link to={link.to} className={styles.link}>
            {props.title}
          </Link>
        )}
      </h2>
      {props.count === undefined ? null : <p className={styles.count}>{props.count}</p>}
      {props.children}
    </section>
  );
}

/** A sentence on a card. `isWarning`: the administrator must act. */
export function Remark(props: { isWarning?: boolean; children: ReactNode }) {
  return (
    <p className={styles.remark} data-warning={props.isWarning ? '' : undefined}>
      {props.children}
    </p>
  );
}

/** A list of names or counters with a value for each. */
export function Facts(props: {
  label: string;
  facts: readonly { id: string; name: string; value: string | number; isWarning?: boolean }[];
}) {
  return (
    <dl className={styles.facts} aria-label={props.label}>
      {props.facts.map(({ id, name, value, isWarning }) => (
        <div key={id} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value} data-warning={isWarning ? '' : undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
