import { mdiDotsHorizontal } from '@mdi/js';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Boundary } from '#ui/boundary/boundary.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Menu } from '#ui/overlay/menu.tsx';
import styles from './action-bar.module.css';
import type { ActionEntry } from './action-entry.ts';
import { ActionItems } from './action-items.tsx';
import type { ActionPlace, TargetStore } from './action-target.ts';
import { useFittingCount } from './fitting-count.ts';
import { m } from './messages.ts';
import { type ActionButton, useActions } from './use-actions.tsx';

/** Arrows, Home and End move between the visible buttons; Tab leaves the bar. */
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

function MoreMenu(props: { buttons: readonly ActionButton[] }) {
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
      <ActionItems buttons={props.buttons} />
    </Menu>
  );
}

function Bar(props: { label: string; buttons: readonly ActionButton[] }) {
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

/** The actions for the selected devices. A button keeps the focus when its action has nothing more to do. */
export function ActionBar(props: {
  /** In the order of the buttons. */
  entries: readonly ActionEntry[];
  targets: TargetStore;
  place: ActionPlace;
}) {
  const { buttons, dialog } = useActions(props);
  return (
    <>
      <Boundary kind="panel">
        <Bar label={props.place.kind === 'device' ? m.actionsOfDevice : m.actions} buttons={buttons} />
      </Boundary>
      {dialog}
    </>
  );
}
