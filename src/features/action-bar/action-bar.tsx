import { mdiDotsHorizontal } from '@mdi/js';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { DeviceAction } from '#domain/devices/device-actions.ts';
import { useRoles } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import styles from './action-bar.module.css';
import type { ActionContext, ActionEntry } from './action-entry.ts';
import { type ActionFacts, createActionFacts } from './action-facts.ts';
import { type ActionPlace, type TargetStore, withoutThoseWhoLeft } from './action-target.ts';
import { useFittingCount } from './fitting-count.ts';
import { m } from './messages.ts';
import { type ButtonState, buttonState } from './obstacle-text.ts';

type BarButton = { entry: ActionEntry; state: ButtonState; press: () => void };

function stateOf({ action, obstacle }: ActionEntry, facts: ActionFacts, place: ActionPlace): ButtonState {
  const state = buttonState(action, facts.available.get(action) ?? { can: false, why: 'empty' }, place);
  const inTheWay = state.canPress ? obstacle?.get(place) : undefined;
  return inTheWay === undefined ? state : { canPress: false, text: inTheWay };
}

/** Draws the bar anew when an obstacle to an action comes or goes. */
function useObstacles(entries: readonly ActionEntry[], place: ActionPlace): void {
  const subscribe = useCallback(
    (call: () => void) => {
      const stops = entries.flatMap(({ obstacle }) => obstacle?.subscribe(call) ?? []);
      return () => {
        for (const stop of stops) stop();
      };
    },
    [entries],
  );
  useObservable({ subscribe }, () => entries.map(({ obstacle }) => obstacle?.get(place) ?? '').join('\n'));
}

/** Come first where one device is looked at; for a class other actions are more frequent. */
const FIRST_OF_DEVICE: readonly DeviceAction[] = ['remoteControl', 'shareScreen', 'stopSharing', 'snapshot'];

const rankOfDevice = ({ action }: ActionEntry): number => {
  const rank = FIRST_OF_DEVICE.indexOf(action);
  return rank === -1 ? FIRST_OF_DEVICE.length : rank;
};

/** The entries that this tutor has now: a share is begun or ended, and policies are for tutors who may apply them. */
function useOfferedEntries(
  entries: readonly ActionEntry[],
  isSharing: boolean,
  kind: ActionPlace['kind'],
): readonly ActionEntry[] {
  const { policyUser } = useRoles();
  return useMemo(() => {
    const hidden = new Set([isSharing ? 'shareScreen' : 'stopSharing', ...(policyUser ? [] : ['policies'])]);
    const offered = entries.filter(({ action }) => !hidden.has(action));
    return kind === 'device' ? offered.sort((a, b) => rankOfDevice(a) - rankOfDevice(b)) : offered;
  }, [entries, isSharing, policyUser, kind]);
}

/** Arrows, Home and End move among the buttons that are seen; Tab leaves the bar. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')];
  const now = all.indexOf(event.target as HTMLElement);
  if (now === -1) return;
  const to: Record<string, number> = {
    ArrowRight: (now + 1) % all.length,
    ArrowLeft: (now - 1 + all.length) % all.length,
    Home: 0,
    End: all.length - 1,
  };
  const next = all[to[event.key] ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function MoreMenu(props: { buttons: readonly BarButton[] }) {
  return (
    <Menu
      label={m.moreActions}
      buttonClassName={styles.more}
      button={
        <>
          <Icon path={mdiDotsHorizontal} size={18} />
          <span className={styles.moreLabel}>{m.more}</span>
        </>
      }
    >
      {props.buttons.map(({ entry, state, press }) => (
        <MenuItem
          key={entry.action}
          icon={<Icon path={entry.icon} size={18} />}
          isIdle={!state.canPress}
          description={state.text}
          onSelect={press}
        >
          {entry.title}
        </MenuItem>
      ))}
    </Menu>
  );
}

function Bar(props: { label: string; buttons: readonly BarButton[] }) {
  const { buttons } = props;
  const row = useRef<HTMLDivElement>(null);
  const fittingCount = useFittingCount(row, buttons.map(({ entry }) => entry.action).join());
  const [current, setCurrent] = useState<string>();
  const shown = buttons.slice(0, fittingCount);
  const stop = shown.some(({ entry }) => entry.action === current) ? current : shown[0]?.entry.action;
  return (
    <div role="toolbar" aria-label={props.label} className={styles.bar} onKeyDown={moveFocus}>
      <div ref={row} className={styles.row}>
        {buttons.map(({ entry, state, press }, at) => {
          const isShown = at < fittingCount;
          return (
            <Button
              key={entry.action}
              icon={entry.icon}
              compact
              data-action={entry.action}
              data-stop={isShown || undefined}
              data-cut={!isShown || undefined}
              data-tip={state.text ?? entry.title}
              tabIndex={entry.action === stop ? 0 : -1}
              aria-disabled={!state.canPress}
              aria-description={state.text}
              onFocus={() => setCurrent(entry.action)}
              onClick={press}
            >
              {entry.title}
            </Button>
          );
        })}
      </div>
      {shown.length < buttons.length ? <MoreMenu buttons={buttons.slice(shown.length)} /> : null}
    </div>
  );
}

/** The dialog of an action. It learns which devices leave while it is open: nothing is sent to them. */
function OpenDialog(props: {
  entry: Extract<ActionEntry, { Dialog: unknown }>;
  context: ActionContext;
  now: TargetStore;
  onClose: () => void;
}) {
  const { entry, context, now } = props;
  const here = useObservable(now);
  const targets = useMemo(() => withoutThoseWhoLeft(context.targets, here), [context.targets, here]);
  return <entry.Dialog {...context} targets={targets} onClose={props.onClose} />;
}

/** What a tutor can do with the selected devices. A button keeps the focus when it has nothing more to do. */
export function ActionBar(props: {
  /** In the order of the buttons. */
  entries: readonly ActionEntry[];
  targets: TargetStore;
  place: ActionPlace;
}) {
  const { targets, place } = props;
  const sharing = place.kind === 'group' ? place.sharing : undefined;
  const store = useMemo(() => createActionFacts(targets, sharing), [targets, sharing]);
  const facts = useObservable(store);
  const entries = useOfferedEntries(props.entries, facts.isSharing, place.kind);
  useObstacles(entries, place);
  const [open, setOpen] = useState<{
    entry: Extract<ActionEntry, { Dialog: unknown }>;
    context: ActionContext;
  }>();
  const press = useCallback(
    (entry: ActionEntry) => {
      // What is true now, and not when the bar was drawn.
      if (!stateOf(entry, store.get(), place).canPress) return;
      const context = { place, targets: store.targetsOf(entry.action) };
      if ('perform' in entry) entry.perform(context);
      else setOpen({ entry, context });
    },
    [store, place],
  );
  const buttons = entries.map((entry) => ({
    entry,
    state: stateOf(entry, facts, place),
    press: () => press(entry),
  }));
  return (
    <>
      <Bar label={place.kind === 'device' ? m.actionsOfDevice : m.actions} buttons={buttons} />
      {open === undefined ? null : (
        <OpenDialog
          entry={open.entry}
          context={open.context}
          now={targets}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
