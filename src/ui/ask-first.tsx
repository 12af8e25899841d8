import { useState } from 'react';
import styles from './ask-first.module.css';
import { Button } from './button.tsx';

/** The button that was pressed is gone. */
const takeFocus = (question: HTMLElement | null) => question?.querySelector('button')?.focus();

/** A button that asks, where it stands, before something is done that cannot be undone. */
export function AskFirst(props: {
  title: string;
  /** What it would mean. */
  question: string;
  keepTitle: string;
  goTitle: string;
  goingTitle: string;
  isGoing: boolean;
  /** Why it failed. */
  failure: string | undefined;
  /** Answers whether it is done. */
  onGo: () => Promise<boolean>;
}) {
  const { title, isGoing } = props;
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <div>
        <Button needsPlatform onClick={() => setAsking(true)}>
          {title}
        </Button>
      </div>
    );
  return (
    <section ref={takeFocus} aria-label={title} className={styles.question}>
      <p role="status">{props.question}</p>
      {props.failure === undefined ? null : (
        <p role="alert" className={styles.failure}>
          {props.failure}
        </p>
      )}
      <div className={styles.answers}>
        <Button onClick={() => setAsking(false)}>{props.keepTitle}</Button>
        <Button
          needsPlatform
          look="danger"
          aria-disabled={isGoing}
          onClick={() => void props.onGo().then((isDone) => isDone && setAsking(false))}
        >
          {isGoing ? props.goingTitle : props.goTitle}
        </Button>
      </div>
    </section>
  );
}
