/** The state of the device as its student sees it, and the calls of the student, for the panel. */
import type { Clock } from '#protocol/clock.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { AgentSessionState } from '../../../core/connection/agent-session.ts';
import type { Device } from '../../../core/device.ts';
import { type DeviceState, FRESH_STATE } from '../../../core/device-state.ts';
import type { Watcher } from '../../../core/feedback/watchers.ts';
import { deviceView } from '../../../student-ui/device-view.ts';
import { seenWatchers } from '../../../student-ui/seen-watchers.ts';
import type { FileTransfer, PollDraft, StudentState } from '../../../student-ui/student-state.ts';
import type { MovingFile } from '../../peer-link.ts';
import type { ExtensionCalls } from '../../student-link.ts';
import { createFileRequests } from './file-requests.ts';

/** Received files are in the browser's downloads. The panel lists the newest. */
const MAX_RECEIVED = 50;
/** Transfers that have ended stay in the panel until the student removes them, the newest of them. */
const MAX_ENDED = 50;

export function createStudentSide(deps: {
  clock: Clock;
  device: () => Device | undefined;
  cancelTransfer: (key: string) => void;
  showDownload: (key: string) => boolean;
  /** Something new waits for the student. */
  onWaiting: () => void;
}) {
  const { clock, device } = deps;
  const files = createFileRequests({ clock });
  let own: Pick<
    StudentState,
    'name' | 'connection' | 'watchers' | 'transfers' | 'received' | 'pollDraft' | 'isScreenVisible'
  > = {
    name: '',
    connection: 'connecting',
    watchers: [],
    transfers: [],
    received: [],
    isScreenVisible: true,
  };
  let deviceState: Readonly<DeviceState> = FRESH_STATE;

  const compose = (): StudentState => ({
    ...deviceView(deviceState),
    ...own,
    notices: [],
    fileRequest: files.asked.get(),
    handed: files.handed.get(),
  });
  const state = createObservable<StudentState>(compose());
  let waiting = '';

  const refresh = () => {
    state.set(compose());
    const next = waitingOf(state.get());
    const isNew = next !== '' && next !== waiting;
    waiting = next;
    if (isNew) deps.onWaiting();
  };
  const change = (next: Partial<typeof own>) => {
    own = { ...own, ...next };
    refresh();
  };
  files.asked.subscribe(refresh);
  files.handed.subscribe(refresh);

  const calls: ExtensionCalls = {
    setHidden() {},
    dismissNotice() {},
    showBroadcast: () => device()?.showBroadcast() ?? false,
    answerPoll: (answer) => device()?.answerPoll(answer) ?? false,
    dismissPoll: () => device()?.dismissPoll() ?? false,
    storePollDraft: (pollDraft: PollDraft) => change({ pollDraft }),
    giveName: (name) => device()?.giveName(name) ?? false,
    acceptFullScreen: () => 'failed',
    declineFullScreen: () => device()?.decideFullScreen(false) ?? false,
    declineFiles: files.decline,
    takeBackFile: files.takeBack,
    clearDropped: files.clearDropped,
    cancelTransfer: deps.cancelTransfer,
    removeFile: (key) =>
      change({
        transfers: own.transfers.filter((file) => file.key !== key),
        received: own.received.filter((file) => file.key !== key),
      }),
    leaveRoom: (roomId) => device()?.leaveRoom(roomId) ?? false,
    sendInRoom: (roomId, text) => device()?.sendInRoom(roomId, text) ?? false,
    resendInRoom: (roomId, id) => device()?.resendInRoom(roomId, id) ?? false,
    stopSharing() {},
    handedIn: files.handIn,
    showFile: deps.showDownload,
  };

  return {
    state: state as Observable<StudentState>,
    calls,
    files,
    session({ name }: AgentSessionState): void {
      change({
        connection: name === 'online' ? 'online' : name === 'waiting' ? 'reconnecting' : 'connecting',
      });
    },
    watchers(watchers: readonly Watcher[]): void {
      change({ watchers: seenWatchers(own.watchers, watchers, clock.now()) });
    },
    device(next: Readonly<DeviceState>, userName: string): void {
      deviceState = next;
      change({ name: next.name ?? userName, ...(next.poll === undefined && { pollDraft: undefined }) });
    },
    file(file: MovingFile): void {
      const transfers = own.transfers.filter(({ key }) => key !== file.key);
      if (file.end !== 'done' || file.direction === 'out')
        change({ transfers: withoutOldest([...transfers, file]) });
      else {
        const { key, name, size } = file;
        const received = { key, name, size, at: clock.now(), isSaved: true as const };
        change({ transfers, received: [...own.received, received].slice(-MAX_RECEIVED) });
      }
    },
  };
}

function withoutOldest(transfers: readonly FileTransfer[]): readonly FileTransfer[] {
  const ended = transfers.filter(({ end }) => end !== undefined).slice(-MAX_ENDED);
  return transfers.filter((file) => file.end === undefined || ended.includes(file));
}

/** Names what waits for the student, so that each new thing opens the panel once. */
const waitingOf = ({ poll, nameRequested, fileRequest, fullScreen, rooms }: StudentState): string =>
  [
    poll && poll.answer === undefined ? `poll ${poll.id}` : '',
    nameRequested ? 'name' : '',
    fileRequest ? `files ${fileRequest.id}` : '',
    fullScreen === 'requested' ? 'full screen' : '',
    ...rooms.map(
      ({ roomId, messages }) => `room ${roomId} ${messages.findLast(({ isTutors }) => isTutors)?.id ?? ''}`,
    ),
  ]
    .filter(Boolean)
    .join(', ');
