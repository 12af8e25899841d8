import { mdiAlarm, mdiAlarmOff, mdiAlarmSnooze, mdiWhiteBalanceSunny } from '@mdi/js';
import { useState } from 'react';
import { planOf, planState } from '#domain/devices/wake-schedule.ts';
import type { Group } from '#protocol/rest/group.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { Button } from '#ui/button.tsx';
import { useGroupView } from '../group-view.ts';
import { m } from './messages.ts';

const ScheduleDialog = lazyDialog(
  m.title,
  async () => (await import('./schedule-dialog.tsx')).ScheduleDialog,
);
const WakeDialog = lazyDialog(
  m.wakeGroup,
  async () => (await import('#features/wake/wake-dialog.tsx')).WakeDialog,
);

const STATES = {
  active: { icon: mdiAlarm, tip: m.active },
  paused: { icon: mdiAlarmSnooze, tip: m.onPause },
  none: { icon: mdiAlarmOff, tip: m.none },
};

/** Buttons that wake the group now, or by its schedule. The schedule's icon shows whether it is active. */
export function WakeButtons(props: { group: Group }) {
  const { group } = props;
  const [open, setOpen] = useState<'schedule' | 'now'>();
  const { icon, tip } = STATES[planState(planOf(group.wol))];
  const { away } = useGroupView();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button needsPlatform icon={mdiWhiteBalanceSunny} onClick={() => setOpen('now')}>
        {m.wakeGroup}
      </Button>
      <Button icon={icon} data-tip={tip} aria-description={tip} onClick={() => setOpen('schedule')}>
        {m.title}
      </Button>
      {open === 'schedule' ? <ScheduleDialog group={group} onClose={close} /> : null}
      {open === 'now' ? (
        <WakeDialog
          place={{ kind: 'group', groupId: group.id, title: group.title, isWhole: () => true, away }}
          targets={[]}
          onClose={close}
        />
      ) : null}
    </>
  );
}
