import { useMemo } from 'react';
import type { AgentSessionState } from '../../core/connection/agent-session.ts';
import { deviceView } from '../../student-ui/device-view.ts';
import type { StudentState } from '../../student-ui/student-state.ts';
import { useObservable } from '../../student-ui/use-observable.ts';
import type { TakingPart } from '../student/taking-part.ts';

/** The state of a page that takes part, as its parts show it. */
export function useStudentState(part: TakingPart): StudentState {
  const device = useObservable(part.state);
  const session = useObservable(part.session);
  const isBlocked = useObservable(part.line.isBlocked);
  const watchers = useObservable(part.watchers);
  const share = useObservable(part.shared.state);
  const isHidden = useObservable(part.privacy);
  const notices = useObservable(part.notices.shown);
  const fileRequest = useObservable(part.picks.asked);
  const handed = useObservable(part.picks.handed);
  const transfers = useObservable(part.files.rows);
  const received = useObservable(part.files.kept);
  const pollId = device.poll?.id;
  const pollDraft = useMemo(
    () => (pollId === undefined ? undefined : part.draft.get()),
    [part.draft, pollId],
  );
  return {
    ...deviceView(device),
    name: device.name ?? part.person.name,
    connection: connectionOf(session),
    blockedHost: isBlocked ? part.line.host : undefined,
    watchers,
    isScreenVisible: share.name === 'shared',
    isHidden,
    notices,
    fileRequest,
    handed,
    transfers,
    received,
    pollDraft,
  };
}

function connectionOf({ name }: AgentSessionState): StudentState['connection'] {
  if (name === 'online') return 'online';
  return name === 'waiting' ? 'reconnecting' : 'connecting';
}
