/** What holds for the class, also for who comes later, and the way to lift it. Nothing where nothing holds. */
import { mdiKeyboardOffOutline, mdiLock, mdiVolumeOff } from '@mdi/js';
import { type GroupOrder, orderMeaning } from '#protocol/class-orders.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import type { ActionRun } from '../../live/action-run.ts';
import type { OrderStore } from '../../live/group-watch.ts';
import { deviceCommands } from '../../live/live-connection.ts';
import { activities } from '../../shell/activity/activity.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import styles from './class-orders-line.module.css';
import { m, orderTexts, type ShownSlot } from './messages.ts';

const ICONS: Readonly<Record<ShownSlot, string>> = {
  lock: mdiLock,
  sound: mdiVolumeOff,
  inputs: mdiKeyboardOffOutline,
};
const LIFT: Readonly<Record<ShownSlot, (audience: Audience) => ActionRun>> = {
  lock: (audience) => deviceCommands.unlockStudentScreen(audience),
  sound: (audience) => deviceCommands.mute(audience, false),
  inputs: (audience) => deviceCommands.userInputs(audience, false),
};

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

function OrderItem(props: { groupId: string; order: GroupOrder; slot: ShownSlot }) {
  const { order, slot, groupId } = props;
  const { holds, lift } = orderTexts[slot];
  return (
    <li className={styles.order}>
      <Icon path={ICONS[slot]} size={20} />
      <p className={styles.words}>
        <strong>{holds}</strong>{' '}
        <span className={styles.by}>
          <bdi>{m.since({ time: time.format(order.since), tutor: order.tutorName })}</bdi>
          {order.except.length > 0 ? `, ${m.except({ count: order.except.length })}` : null}
        </span>
      </p>
      <Button
        onClick={() =>
          activities.report({
            title: lift,
            run: LIFT[slot]({ groupId }),
            names: new Map(),
            whom: m.wholeGroup,
          })
        }
      >
        {lift}
      </Button>
    </li>
  );
}

export function ClassOrdersLine({ groupId, orders }: { groupId: string; orders: OrderStore }) {
  const held = (useObservable(orders) ?? []).flatMap((order) => {
    const slot = orderMeaning(order)?.slot;
    return slot === undefined || slot === 'poll' ? [] : [{ order, slot }];
  });
  return (
    <section aria-label={m.title} aria-live="polite">
      {held.length > 0 ? (
        <ul className={styles.orders}>
          {held.map(({ order, slot }) => (
            <OrderItem key={slot} groupId={groupId} order={order} slot={slot} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
