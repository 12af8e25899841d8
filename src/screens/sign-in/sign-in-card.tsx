import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiInformationOutline } from '@mdi/js';
import { type ReactNode, useEffect, useRef } from 'react';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { ProductMark } from '#ui/icon/product-mark.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Account } from './id-token.ts';
import { m } from './messages.ts';
import styles from './sign-in-card.module.css';

/** A centred card under the product's name: the frame of every page before the console. */
export function SignInCard(props: { title: string; lead?: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(props.title);
  useEffect(() => {
    document.title = `${props.title} · ${m.productName}`;
    // A step that replaces another is announced. The first one is announced as the page itself.
    if (shown.current !== props.title && !heading.current?.parentElement?.contains(document.activeElement))
      heading.current?.focus();
    shown.current = props.title;
  }, [props.title]);
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <div className={styles.brand}>
          <ProductMark size={32} />
          {m.productName}
        </div>
        <section className={styles.card} aria-label={props.title}>
          <h1 className={styles.title} tabIndex={-1} ref={heading}>
            {props.title}
          </h1>
          {props.lead === undefined ? null : <p className={styles.lead}>{props.lead}</p>}
          {props.children}
        </section>
      </div>
    </main>
  );
}

const noticeIcon = {
  error: mdiAlertCircleOutline,
  info: mdiInformationOutline,
  success: mdiCheckCircleOutline,
};

/** Read out when it appears: errors as an alert, the rest as a status. */
export function Notice(props: { kind: keyof typeof noticeIcon; children: ReactNode }) {
  return (
    <div
      role={props.kind === 'error' ? 'alert' : 'status'}
      className={`${styles.notice} ${styles[props.kind]}`}
    >
      <Icon path={noticeIcon[props.kind]} size={20} />
      <div>{props.children}</div>
    </div>
  );
}

export function Progress(props: { text: string }) {
  return (
    <div className={styles.progress}>
      <Spinner label={props.text} size={22} />
      <span className={styles.progressText} aria-hidden="true">
        {props.text}
      </span>
    </div>
  );
}

export function AccountLine(props: { account: Account }) {
  const { name, email, picture } = props.account;
  return (
    <div className={styles.account}>
      <Avatar name={name || email} picture={picture} size={40} />
      <div className={styles.accountText}>
        <span className={styles.accountName}>{name}</span>
        {email === '' || email === name ? null : <span className={styles.accountMail}>{email}</span>}
      </div>
    </div>
  );
}

export function Actions(props: { children: ReactNode }) {
  return <div className={styles.actions}>{props.children}</div>;
}

export function Links(props: { children: ReactNode }) {
  return <div className={styles.links}>{props.children}</div>;
}

/** Looks like a link, but acts in place. */
export function TextButton(props: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.textLink} onClick={props.onClick}>
      {props.children}
    </button>
  );
}

export function TextLink(props: { href: string; newWindow?: boolean; children: ReactNode }) {
  return (
    <a
      href={props.href}
      className={styles.textLink}
      {...(props.newWindow ? { target: '_blank', rel: 'noreferrer' } : {})}
    >
      {props.children}
    </a>
  );
}
