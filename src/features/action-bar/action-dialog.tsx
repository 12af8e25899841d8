/** Shared parts of all action dialogs: recipients, devices that do not support the action, and keys. */
import { mdiAlertOutline } from '@mdi/js';
import { type ReactNode, useId } from 'react';
import type { DeviceAction } from '#domain/devices/device-actions.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import styles from './action-dialog.module.css';
import type { ActionDialogProps } from './action-entry.ts';
import type { ActionPlace, ActionTarget } from './action-target.ts';
import { m, unsupportedText } from './messages.ts';
import { recipientsOf, type Sending, supports } from './perform.ts';

/** When sent to a whole group, these actions stay in force until they are lifted. */
const HOLDS_FOR_CLASS: ReadonlySet<DeviceAction> = new Set<DeviceAction>(['lock', 'poll']);

/** Names the recipients: a single device by its name, several by their number. */
function Recipients(props: {
  recipients: readonly ActionTarget[];
  place: ActionPlace;
  action: DeviceAction;
}) {
  const { recipients, place, action } = props;
  const [only] = recipients;
  if (HOLDS_FOR_CLASS.has(action) && place.kind === 'group' && place.isWhole(recipients)) return m.toClass;
  if (recipients.length !== 1 || only === undefined) return m.toMany({ count: recipients.length });
  return (
    <>
      {m.toOne} <bdi>{only.name}</bdi>
    </>
  );
}

/** Names the devices that have left since the dialog was opened. */
function LeftDevices({ left }: { left: readonly ActionTarget[] }) {
  const [only] = left;
  if (left.length > 1 || only === undefined) return m.severalLeft({ count: left.length });
  return (
    <>
      <bdi>{only.name}</bdi> {m.oneLeft}
    </>
  );
}

/** Warns that some or all of the devices do not support the action in this form. */
function Unsupported(props: { id: string; text: string }) {
  return (
    <p id={props.id} className={styles.warning}>
      <Icon path={mdiAlertOutline} size={18} />
      {props.text}
    </p>
  );
}

export function ActionDialog(
  props: ActionDialogProps & {
    title: string;
    submitTitle: string;
    submitIcon: string;
    /** `danger`: the action may destroy unsaved work. */
    submitLook?: 'primary' | 'danger';
    /** The recipients depend on the action and on how it is done. */
    sending: Pick<Sending, 'action' | 'only'>;
    /** Why nothing can be sent yet; shown on the submit button. */
    obstacle?: string | undefined;
    /** Names the recipients when they are not simply the targets. */
    whom?: ReactNode;
    onSubmit: () => void;
    width?: string;
    children: ReactNode;
  },
) {
  const { sending, targets, place } = props;
  const id = useId();
  const recipients = recipientsOf(sending, targets);
  const isPartly = targets.some((target) => !supports(sending, target));
  const left = targets.filter(({ hasLeft }) => hasLeft);
  const nobody = left.length > 0 ? m.allLeft : unsupportedText(place);
  const obstacle = recipients.length === 0 ? nobody : props.obstacle;

  return (
    <Dialog
      label={props.title}
      width={props.width ?? '32rem'}
      closeLabel={m.close}
      onClose={props.onClose}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={props.onClose}
        submit={{
          title: props.submitTitle,
          icon: props.submitIcon,
          look: props.submitLook ?? 'primary',
          obstacle,
          // Actions are queued until the connection is back.
          worksOffline: true,
          onSubmit: props.onSubmit,
        }}
        notice={
          <p role="status" className={styles.left}>
            {left.length === 0 ? null : <LeftDevices left={left} />}
          </p>
        }
        aside={
          <span className={styles.whom}>
            {props.whom ?? <Recipients recipients={recipients} place={place} action={sending.action} />}
          </span>
        }
      >
        {isPartly ? <Unsupported id={`${id}-partly`} text={unsupportedText(place)} /> : null}
        {props.children}
      </DialogForm>
    </Dialog>
  );
}
