import type { ReactNode } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { clockTime } from '#domain/time-text.ts';
import type { Watcher } from '../../core/feedback/watchers.ts';
import { Choice } from '../kit/field.tsx';
import { Dimmed, Panel } from '../kit/panel.tsx';
import { m, sentence } from '../messages.ts';
import type { SeenWatcher, StudentCalls, StudentState } from '../student-state.ts';
import { listedNames } from './listed-names.ts';

/** Shows the student who sees their screen and since when. `children` are further settings of the agent. */
export function WatchPanel(props: {
  state: Pick<
    StudentState,
    'watchers' | 'isScreenVisible' | 'isHidden' | 'hiddenByPolicy' | 'shares' | 'remoteControl'
  >;
  calls: Pick<StudentCalls, 'setHidden'>;
  children?: ReactNode;
}) {
  const { watchers, shares, remoteControl, isScreenVisible, isHidden, hiddenByPolicy } = props.state;
  const look = { isHidden: isHidden === true || hiddenByPolicy, isShared: isScreenVisible };
  return (
    <Panel title={m.watching}>
      <div role="status">
        {remoteControl ? <p>{sentence(m.controlledBy(listedNames([remoteControl.tutorName])))}</p> : null}
        {(shares.length > 0 || remoteControl) && watchers.length === 0 ? null : (
          <p>{watchWords(watchers, look)}</p>
        )}
        {watchers.length === 0 ? null : <Dimmed>{sinceWords(watchers)}</Dimmed>}
      </div>
      {isHidden === undefined ? null : (
        <div>
          <Choice kind="switch" isChecked={isHidden} onChange={(next) => void props.calls.setHidden(next)}>
            {m.privacy}
          </Choice>
          <Dimmed>{m.privacyText}</Dimmed>
        </div>
      )}
      {props.children}
    </Panel>
  );
}

export function watchWords(
  watchers: readonly Watcher[],
  { isHidden, isShared }: { isHidden: boolean; isShared: boolean },
): string {
  if (watchers.length === 0) return m.watchedByNobody;
  const { names } = listedNames(watchers.map(({ name }) => name));
  if (isHidden) return sentence(m.hiddenFrom({ names }));
  return sentence(isShared ? m.watchedBy({ names }) : m.lookedAtBy({ names }));
}

/** Returns “Since 10:04 AM” for one tutor, and each name with its time for several. */
export function sinceWords(watchers: readonly SeenWatcher[]): string {
  const [first, ...others] = watchers;
  if (first === undefined) return '';
  const times = new Set(watchers.map(({ since }) => clockTime(since)));
  if (others.length === 0 || times.size === 1) return m.since({ time: clockTime(first.since) });
  const each = watchers.map(({ name, since }) =>
    m.nameSince({ name: shownText(name ?? '', 80) || m.aTeacher, time: clockTime(since) }),
  );
  return sentence(new Intl.ListFormat('en', { type: 'conjunction' }).format(each));
}
