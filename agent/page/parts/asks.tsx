import { Activity } from 'react';
import { type DeviceState, shownLock } from '../../core/device-state.ts';
import { m } from '../messages.ts';
import type { TakingPart } from '../student/taking-part.ts';
import { useObservable } from '../use-observable.ts';
import { BroadcastCard } from './broadcast-card.tsx';
import styles from './classroom.module.css';
import { FileAskCard } from './file-ask-card.tsx';
import { FullScreenCard } from './full-screen-card.tsx';
import { NameCard } from './name-card.tsx';
import { NoticeCard } from './notice-card.tsx';
import { PollCard } from './poll-card.tsx';
import { useWaitingTitle } from './waiting-title.ts';

/**
 * The requests that wait for the student, above everything else. Under a lock with a message they are hidden
 * and keep what the student has typed until the lock ends.
 */
export function Asks({ part, state }: { part: TakingPart; state: Readonly<DeviceState> }) {
  const notices = useObservable(part.notices.shown);
  const asked = useObservable(part.picks.asked);
  const { poll, nameRequested, fullScreen, refusedBroadcast } = state;
  const waiting = [
    poll !== undefined && poll.answer === undefined,
    nameRequested,
    fullScreen === 'requested',
    asked !== undefined,
  ];
  useWaitingTitle(notices.length + waiting.filter(Boolean).length);
  return (
    <div className={styles.column} role="log" aria-label={m.asked} inert={state.inputsBlocked}>
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onDismiss={() => part.notices.dismiss(notice.id)} />
      ))}
      {refusedBroadcast ? (
        <BroadcastCard broadcast={refusedBroadcast} onShow={part.device.showBroadcast} />
      ) : null}
      <Activity mode={shownLock(state)?.name === 'message' ? 'hidden' : 'visible'}>
        {poll ? (
          <PollCard key={`${poll.tutorId} ${poll.id}`} poll={poll} device={part.device} stored={part.draft} />
        ) : null}
        {nameRequested ? (
          <NameCard name={state.name ?? part.person.name} onGive={part.device.giveName} />
        ) : null}
        {fullScreen === 'requested' || fullScreen === 'FULL' ? (
          <FullScreenCard
            isOn={fullScreen === 'FULL'}
            onAccept={part.acceptFullScreen}
            onDecline={() => part.device.decideFullScreen(false)}
          />
        ) : null}
        {asked ? (
          <FileAskCard
            key={asked.id}
            ask={asked}
            onHandIn={part.picks.handIn}
            onDecline={part.picks.decline}
          />
        ) : null}
      </Activity>
    </div>
  );
}
