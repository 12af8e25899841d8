import { mdiAccountCheckOutline, mdiAlertCircleOutline, mdiCheckCircleOutline } from '@mdi/js';
import { Button } from '#ui/button.tsx';
import { DialogEditor } from '#ui/dialog/dialog-form.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { m } from '../messages.ts';
import styles from './invite.module.css';
import type { InviteResult } from './invite-result.ts';

const STATES = {
  invited: { icon: mdiCheckCircleOutline, title: m.invited },
  existing: { icon: mdiAccountCheckOutline, title: m.alreadyTutor },
  failed: { icon: mdiAlertCircleOutline, title: m.failed },
} as const;

/** Results that need attention come first. */
const ORDER = ['failed', 'existing', 'invited'] as const;

export function InviteResults(props: {
  results: readonly InviteResult[];
  onBack: () => void;
  onClose: () => void;
}) {
  const rows = ORDER.flatMap((state) => props.results.filter((result) => result.state === state));
  return (
    <DialogEditor
      cancelTitle={m.close}
      onCancel={props.onClose}
      aside={<Button onClick={props.onBack}>{m.back}</Button>}
    >
      <DataTable caption={m.results} columns={[m.email, m.result]}>
        {rows.map(({ email, state, why }) => (
          <tr key={email}>
            <th scope="row">
              <bdi>{email}</bdi>
            </th>
            <td>
              <span className={styles.result} data-state={state}>
                <Icon path={STATES[state].icon} size={18} />
                {why === undefined ? STATES[state].title : `${STATES[state].title}: ${why}`}
              </span>
            </td>
          </tr>
        ))}
      </DataTable>
    </DialogEditor>
  );
}
