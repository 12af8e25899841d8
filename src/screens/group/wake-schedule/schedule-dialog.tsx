import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { planOf, type WakePlan } from '#domain/devices/wake-schedule.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { WakeSchedule } from '#protocol/rest/group-body.ts';
import { groupsQuery, saveWakeSchedule } from '../../../rest/groups.ts';
import { siteSettingsQuery } from '../../../rest/site-settings.ts';
import { useWrite } from '../../../rest/use-write.ts';
import { useRoles } from '../../../session/session-store.ts';
import { toasts } from '../../../shell/toasts/toasts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useWhileDrawn } from '../../../ui/use-while-drawn.ts';
import { m } from './messages.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** When the computers of the group are woken. Others than maintainers only read it. */
export function ScheduleDialog(props: { group: Group; onClose: () => void }) {
  const { group, onClose } = props;
  const canEdit = useRoles().groupMaintainer;
  const [isChanged, setChanged] = useState(false);
  const settings = useQuery(siteSettingsQuery()).data?.settings;

  const write = useWrite({
    send: (wol: WakeSchedule) => saveWakeSchedule(group, wol),
    changed: { ...groupsQuery(), exact: true },
    show: (client, wol) =>
      client.setQueryData(groupsQuery().queryKey, (groups) =>
        groups?.map((each) => (each.id === group.id ? { ...each, wol } : each)),
      ),
  });
  const save = ({ enabled, periods }: WakePlan) => write.mutateAsync({ enabled, periods: [...periods] });
  const end = useWhileDrawn(onClose);

  return (
    <Dialog
      label={m.title}
      width="36rem"
      closeLabel={m.close}
      onClose={onClose}
      isUnsaved={isChanged}
      leaveText={m.leaveText}
      withHeader
    >
      <ScheduleForm
        plan={planOf(group.wol)}
        canEdit={canEdit}
        isSwitchedOff={settings?.wol.enabled === false}
        onChanged={setChanged}
        save={save}
        onSaved={() => {
          toasts.show({ type: 'success', text: m.saved });
          end();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
