import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { useObservable } from '#ui/use-observable.ts';
import { EventBell } from '../policy-events/event-bell.tsx';
import type { EventBells } from '../policy-events/event-bells.ts';

/** The number of unseen policy events of a device, as a link to them (`path`). Renders nothing for zero. */
export function CardBell(props: { bells: EventBells; client: LiveClient; name: string; path: string }) {
  const { bells } = props;
  const { clientId, userId } = props.client;
  const count = useObservable(bells, () => bells.of({ clientId, userId }));
  return <EventBell count={count} name={props.name} path={props.path} />;
}
