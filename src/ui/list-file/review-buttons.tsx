import { Button } from '../button.tsx';
import styles from './list-file.module.css';
import { m } from './list-file-messages.ts';

/** Buttons that apply or discard the changes of a list. */
export function ReviewButtons(props: { count: number; onAdd: () => void; onCancel: () => void }) {
  const { count } = props;
  return (
    <div className={styles.row}>
      <Button
        look="primary"
        aria-disabled={count === 0}
        aria-description={count === 0 ? m.nothingToAdd : undefined}
        onClick={() => count > 0 && props.onAdd()}
      >
        {m.add({ count })}
      </Button>
      <Button onClick={props.onCancel}>{m.discard}</Button>
    </div>
  );
}
