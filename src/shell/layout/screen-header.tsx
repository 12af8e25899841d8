import { mdiChevronRight } from '@mdi/js';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect } from 'react';
import { Icon } from '#ui/icon/icon.tsx';
import { m } from '../messages.ts';
import styles from './screen-header.module.css';

export type Crumb = { title: string; link?: Pick<LinkProps, 'to' | 'params'> };

/** The top of a screen: breadcrumbs, with details beside them. Also sets the browser tab's title. */
export function ScreenHeader(props: { crumbs: readonly Crumb[]; children?: ReactNode }) {
  const title = props.crumbs.at(-1)?.title ?? m.productName;
  useEffect(() => {
    document.title = `${title} · ${m.productName}`;
  }, [title]);
  return (
    <div className={styles.header}>
      <nav aria-label={m.breadcrumbs} className={styles.trail}>
        <ol className={styles.crumbs}>
          {props.crumbs.map((crumb, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a device may be called like its group
            <Fragment key={`${i} ${crumb.title}`}>
              <li className={styles.crumb}>
                {i === props.crumbs.length - 1 ? (
                  <h1 className={styles.here} aria-current="page" data-tip={crumb.title}>
                    {crumb.title}
                  </h1>
                ) : crumb.link === undefined ? (
                  <span className={styles.up}>{crumb.title}</span>
                ) : (
                  <Link {...crumb.link} className={styles.up}>
                    {crumb.title}
                  </Link>
                )}
              </li>
              {i === props.crumbs.length - 1 ? null : (
                <li aria-hidden="true" className={styles.gap}>
                  <Icon path={mdiChevronRight} size={16} />
                </li>
              )}
            </Fragment>
          ))}
        </ol>
      </nav>
      {props.children}
    </div>
  );
}
