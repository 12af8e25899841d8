import type { DeviceState } from '../../core/device-state.ts';
import type { Watcher } from '../../core/feedback/watchers.ts';
import { m, sentence } from '../messages.ts';
import type { AskNotifications } from '../student/notification-permission.ts';
import type { TakingPart } from '../student/taking-part.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/field.tsx';
import { Dimmed, Panel } from '../ui/panel.tsx';
import { useObservable } from '../use-observable.ts';
import { listedNames } from './listed-names.ts';

/** Shows the student who sees their screen. */
export function WatchPanel(props: {
  part: TakingPart;
  state: Readonly<DeviceState>;
  notifications: AskNotifications;
}) {
  const { part, state, notifications } = props;
  const watchers = useObservable(part.watchers);
  const privacy = useObservable(part.privacy);
  const isShared = useObservable(part.shared.state).name === 'shared';
  const permission = useObservable(notifications.permission);
  const isHidden = privacy || state.policies.privacy;
  const { shares } = state;
  return (
    <Panel title={m.watching}>
      <div role="status">
        {shares.length > 0 && watchers.length === 0 ? null : (
          <p>{watchWords(watchers, { isHidden, isShared })}</p>
        )}
      </div>
      <div>
        <Choice kind="switch" isChecked={privacy} onChange={part.setPrivacy}>
          {m.privacy}
        </Choice>
        <Dimmed>{m.privacyText}</Dimmed>
      </div>
      {permission === 'default' ? (
        <div>
          <Button onClick={() => void notifications.ask()}>{m.allowNotifications}</Button>
        </div>
      ) : null}
      {permission === 'granted' ? <Dimmed>{m.notificationsAllowed}</Dimmed> : null}
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
