import { useState } from 'react';
import type { LikeDevices } from '#protocol/rest/admin/duplicate-devices.ts';
import { uniteDevices } from '#rest/admin/duplicate-devices.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { ChoiceField } from '#ui/field/field.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { factsText } from './device-facts.tsx';
import { m } from './messages.ts';

export type UniteDevices = typeof uniteDevices;

function obstacleOf({ devices }: LikeDevices, stayingId: string | undefined): string | undefined {
  if (devices.filter(({ isConnected }) => isConnected).length > 1) return m.severalConnected;
  return stayingId === undefined ? m.chooseDevice : undefined;
}

/** Lets the administrator choose the device that stays, and unites the others with it. */
export function UniteDialog(props: { set: LikeDevices; onClose: () => void; send?: UniteDevices }) {
  const { set, onClose, send = uniteDevices } = props;
  const [stayingId, setStayingId] = useState<string>();
  const write = useWrite({
    send: async (id: string) => {
      for (const { id: otherId } of set.devices) if (otherId !== id) await send({ id, otherId });
    },
    changed: { queryKey: ['admin', 'duplicate-devices'] },
    readAfterFailure: true,
  });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  const end = useWhileDrawn(onClose);
  const obstacle = obstacleOf(set, stayingId);

  async function submit(): Promise<void> {
    const device = set.devices.find(({ id }) => id === stayingId);
    if (device === undefined || !(await save(device.id))) return;
    toasts.show({ type: 'success', text: m.unitedNow({ name: device.name }) });
    end();
  }
  return (
    <Dialog
      label={m.uniteTitle}
      width="32rem"
      closeLabel={m.close}
      onClose={onClose}
      isUnsaved={stayingId !== undefined}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{ title: m.uniteNow, obstacle, onSubmit: () => void submit() }}
        savingTitle={isSaving ? m.uniting : undefined}
        failure={why && `${m.notUnited} ${why}`}
      >
        <ChoiceField
          label={m.keep}
          hint={m.keepHint}
          value={stayingId}
          options={set.devices.map((device) => ({
            value: device.id,
            title: `${device.name} (${factsText(device)})`,
          }))}
          onChange={setStayingId}
        />
        <p>{m.uniteText}</p>
        <p>{m.uniteSignIn}</p>
      </DialogForm>
    </Dialog>
  );
}
