import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { planOf, type WakePlan } from '#domain/devices/wake-schedule.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { WakeSchedule } from '#protocol/rest/group-body.ts';
import { groupsQuery, saveWakeSchedule } from '#rest/groups.ts';
import { siteSettingsQuery } from '#rest/site-settings.ts';
import { useWrite } from '#rest/use-write.ts';
import { useRoles } from '#session/session-store.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from './messages.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** When the computers of the group are woken. Read-only for users who are not maintainers. */
export function ScheduleDialog(props: { group: Group; onClose: () => void }) {
  const { group, onClose } = props;
  const canEdit = useRoles().groupMaintainer;
  const [isChanged, setChanged] = useState(false);
  // The group may come from the local cache first. A later read replaces it until the user changes something.
  const [wol, setWol] = useState(group.wol);
  if (!isChanged && wol !== group.wol) setWol(group.wol);
  const settings = useQuery(siteSettingsQuery()).data?.settings;

  const write = useWrite({
    send: (next: WakeSchedule) => saveWakeSchedule(group, next),
    changed: { ...groupsQuery(), exact: true },
    show: (client, next) =>
      client.setQueryData(groupsQuery().queryKey, (groups) =>
        groups?.map((each) => (each.id === group.id ? { ...each, wol: next } : each)),
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
        key={JSON.stringify(wol)}
        plan={planOf(wol)}
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
