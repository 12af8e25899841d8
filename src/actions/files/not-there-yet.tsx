import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { m } from './messages.ts';
import styles from './not-there-yet.module.css';

/** Says what a button will do, and that this version cannot. */
export function NotThereYet(props: { title: string; text: string; onClose: () => void }) {
  return (
    <Dialog label={props.title} width="28rem" closeLabel={m.close} onClose={props.onClose} withHeader>
      <div className={styles.body}>
        <p>{props.text}</p>
        <p>{m.notThereYet}</p>
        <div className={styles.actions}>
          <Button look="primary" onClick={props.onClose}>
            {m.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
