import { Button } from '../../student-ui/kit/button.tsx';
import { Dimmed } from '../../student-ui/kit/panel.tsx';
import { useObservable } from '../../student-ui/use-observable.ts';
import { m } from '../messages.ts';
import type { AskNotifications } from '../student/notification-permission.ts';

/** Lets the student allow the browser's own notifications. */
export function NotificationSetting({ notifications }: { notifications: AskNotifications }) {
  const permission = useObservable(notifications.permission);
  if (permission === 'granted') return <Dimmed>{m.notificationsAllowed}</Dimmed>;
  if (permission !== 'default') return null;
  return (
    <div>
      <Button onClick={() => void notifications.ask()}>{m.allowNotifications}</Button>
    </div>
  );
}
