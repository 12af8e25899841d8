/** The orders that hold for the class and for late devices, each with a button that lifts it. */

import { mdiKeyboardOffOutline, mdiLock, mdiVolumeOff } from '@mdi/js';
import { useLayoutEffect, useRef } from 'react';
import { clockTime } from '#domain/time-text.ts';
import type { ActionRun } from '#live/action-run.ts';
import type { OrderStore } from '#live/group-watch.ts';
import { deviceCommands } from '#live/live-connection.ts';
import type { ActionName } from '#protocol/action-parameters.ts';
import { type GroupOrder, orderMeaning } from '#protocol/class-orders.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { activities } from '#shell/activity/activity.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useObservable } from '#ui/use-observable.ts';
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

/** The toolbar's action that gives the order again after it was lifted. */
const ACTIONS: Readonly<Record<ShownSlot, ActionName>> = {
  lock: 'lock',
  sound: 'mute',
  inputs: 'userInputs',
};

/**
 * The line disappears with the pressed button, so the focus moves to the toolbar button that gives the order
 * again. If that button is in the menu, the first button of the toolbar gets it.
 */
function useFocusAfter(slot: ShownSlot) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element === null || document.activeElement !== element) return;
      const next =
        document.querySelector<HTMLElement>(`[data-action="${ACTIONS[slot]}"][data-stop]`) ??
        document.querySelector<HTMLElement>('[role="toolbar"] [data-stop]') ??
        document.getElementById('content');
      next?.focus();
    };
  }, [slot]);
  return button;
}

function OrderItem(props: { groupId: string; order: GroupOrder; slot: ShownSlot }) {
  const { order, slot, groupId } = props;
  const { holds, lift } = orderTexts[slot];
  const button = useFocusAfter(slot);
  return (
    <li className={styles.order}>
      <Icon path={ICONS[slot]} size={20} />
      <p className={styles.words}>
        <strong>{holds}</strong>{' '}
        <span className={styles.by}>
          <bdi>{m.since({ time: clockTime(order.since), tutor: order.tutorName })}</bdi>
          {order.except.length > 0 ? `, ${m.except({ count: order.except.length })}` : null}
        </span>
      </p>
      <Button
        ref={button}
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
