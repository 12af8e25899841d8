import { useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { dayAndTime } from '#domain/time-text.ts';
import type { DoubtfulDevice, SeparateBody } from '#protocol/rest/admin/duplicate-devices.ts';
import { separateDevices } from '#rest/admin/duplicate-devices.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { ChoiceField } from '#ui/field/field.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from './messages.ts';

export type SeparateDevices = typeof separateDevices;

/** Separates a device that was united with this one, or splits a device that was taken for one machine. */
export function SeparateDialog(props: {
  doubt: DoubtfulDevice;
  onClose: () => void;
  send?: SeparateDevices;
}) {
  const { doubt, onClose, send = separateDevices } = props;
  const { device, united } = doubt;
  const [chosen, setChosen] = useState(united.length === 1 ? united[0]?.id : undefined);
  const write = useWrite({
    send: (body: SeparateBody) => send(body),
    changed: { queryKey: ['admin', 'duplicate-devices'] },
  });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  const end = useWhileDrawn(onClose);

  async function submit(): Promise<void> {
    if (!(await save({ id: device.id, ...(chosen !== undefined && { unitedId: chosen }) }))) return;
    const other = united.find(({ id }) => id === chosen);
    toasts.show({ type: 'success', text: m.separatedNow({ name: (other ?? device).name }) });
    end();
  }
  return (
    <Dialog
      label={m.separateTitle({ name: shownName(device.name, 60) })}
      width="32rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: m.separateNow,
          obstacle: united.length > 0 && chosen === undefined ? m.chooseSeparated : undefined,
          onSubmit: () => void submit(),
        }}
        savingTitle={isSaving ? m.separating : undefined}
        failure={why && `${m.notSeparated} ${why}`}
      >
        {united.length === 0 ? (
          <>
            <p>{m.divideText}</p>
            <p>{m.divideUndo}</p>
          </>
        ) : (
          <>
            <ChoiceField
              label={m.which}
              value={chosen}
              options={united.map(({ id, name, unitedAt }) => ({
                value: id,
                title: m.united({ name, time: dayAndTime(new Date(unitedAt)) }),
              }))}
              onChange={setChosen}
            />
            <p>{m.restoreText}</p>
          </>
        )}
        <p>{m.uniteSignIn}</p>
      </DialogForm>
    </Dialog>
  );
}
