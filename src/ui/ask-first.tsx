import { useState } from 'react';
import styles from './ask-first.module.css';
import { Button } from './button.tsx';

/** The pressed button has been removed. */
const takeFocus = (question: HTMLElement | null) => question?.querySelector('button')?.focus();

/** A button that confirms an irreversible action in its own place. */
export function AskFirst(props: {
  title: string;
  /** The consequences of the action. */
  question: string;
  keepTitle: string;
  goTitle: string;
  goingTitle: string;
  isGoing: boolean;
  failure: string | undefined;
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
