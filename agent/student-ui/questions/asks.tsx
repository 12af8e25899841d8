import { Activity } from 'react';
import { Column } from '../kit/layout.tsx';
import { m } from '../messages.ts';
import type { StudentCalls, StudentState } from '../student-state.ts';
import { BroadcastCard } from './broadcast-card.tsx';
import { FileAskCard } from './file-ask-card.tsx';
import { FullScreenCard } from './full-screen-card.tsx';
import { NameCard } from './name-card.tsx';
import { NoticeCard } from './notice-card.tsx';
import { PollCard } from './poll-card.tsx';

/**
 * The requests that wait for the student, above everything else. Under a lock with a message they are hidden
 * and keep what the student has typed until the lock ends.
 */
export function Asks({ state, calls }: { state: StudentState; calls: StudentCalls }) {
  const { notices, poll, fullScreen, fileRequest, refusedBroadcast } = state;
  return (
    <Column role="log" aria-label={m.asked} inert={state.inputsBlocked}>
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onDismiss={() => void calls.dismissNotice(notice.id)} />
      ))}
      {refusedBroadcast ? (
        <BroadcastCard broadcast={refusedBroadcast} onShow={() => void calls.showBroadcast()} />
      ) : null}
      <Activity mode={state.lock?.name === 'message' ? 'hidden' : 'visible'}>
        {poll ? (
          <PollCard key={`${poll.tutorId} ${poll.id}`} poll={poll} draft={state.pollDraft} calls={calls} />
        ) : null}
        {state.nameRequested ? <NameCard name={state.name} onGive={calls.giveName} /> : null}
        {fullScreen === 'requested' || fullScreen === 'FULL' ? (
          <FullScreenCard
            isOn={fullScreen === 'FULL'}
            onAccept={calls.acceptFullScreen}
            onDecline={() => void calls.declineFullScreen()}
          />
        ) : null}
        {fileRequest ? (
          <FileAskCard
            key={fileRequest.id}
            request={fileRequest}
            onHandIn={(files, dropped) => void calls.handIn(files, dropped)}
            onDecline={() => void calls.declineFiles()}
          />
        ) : null}
      </Activity>
    </Column>
  );
}

/** The number of notices and unanswered requests. */
export function waitingCount(
  state: Pick<StudentState, 'notices' | 'poll' | 'nameRequested' | 'fullScreen' | 'fileRequest'>,
): number {
  const waiting = [
    state.poll !== undefined && state.poll.answer === undefined,
    state.nameRequested,
    state.fullScreen === 'requested',
    state.fileRequest !== undefined,
  ];
  return state.notices.length + waiting.filter(Boolean).length;
}
