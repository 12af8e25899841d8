/** The question of the group and its results; renders nothing if there is no question. */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { summarisePoll } from '#domain/poll.ts';
import type { DeviceStore } from '#live/device-store.ts';
import type { OrderStore } from '#live/group-watch.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { swallowRestOfGesture } from '#ui/dialog/rest-of-gesture.ts';
import { saveFile } from '#ui/save-file.ts';
import { useObservable } from '#ui/use-observable.ts';
import { useSpaced } from '#ui/use-settled.ts';
import { classPollOf } from './class-poll.ts';
import { currentPolls } from './current-poll.ts';
import { m } from './messages.ts';
import type { CurrentPoll } from './poll-entries.ts';
import { PollResults } from './poll-results.tsx';
import styles from './poll-summary.module.css';
import { resultsFileName, resultsPage } from './results-page.ts';

/** A class answers in bursts, so screen readers announce the count only at this interval. */
const THROTTLE_MS = 2_000;

const NOT_SENT = { expired: m.expiredText, refused: m.refusedText, invalid: m.invalidText } as const;
const faultOf = ({ delivery }: CurrentPoll): string | undefined =>
  delivery === 'expired' || delivery === 'refused' || delivery === 'invalid' ? NOT_SENT[delivery] : undefined;

type Devices = Pick<DeviceStore, 'ids' | 'subscribeIds'>;

/** Follows the last question of the group, which all of its tutors receive. */
function useClassPoll(groupId: string, orders: OrderStore | undefined): void {
  useEffect(() => {
    if (!orders) return;
    const update = () => {
      const known = orders.get();
      if (known) currentPolls.updateClass(groupId, classPollOf(known));
    };
    update();
    return orders.subscribe(update);
  }, [groupId, orders]);
}

/** Records which recipients are connected, while the poll runs. */
function usePresence(groupId: string, devices: Devices, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const seen = new Set<string>();
    const note = () => {
      const here = new Set(devices.ids());
      currentPolls.notePresence(groupId, { seen, here });
      for (const clientId of here) seen.add(clientId);
    };
    note();
    return devices.subscribeIds(note);
  }, [devices, groupId, isOpen]);
}

/** Closes the card, and moves the focus to the page. */
function leave(groupId: string): void {
  // Synchronously: while the question is open, nothing behind it can take the focus.
  flushSync(() => currentPolls.close(groupId));
  document.getElementById('content')?.focus();
}

function save(poll: CurrentPoll): void {
  saveFile(new Blob([resultsPage(poll)], { type: 'text/html' }), resultsFileName(poll));
}

function PollButtons(props: { groupId: string; poll: CurrentPoll }) {
  const { groupId, poll } = props;
  const [isAsking, setAsking] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const hasFinished = useRef(false);
  const isFinished = poll.finishedAt !== undefined;
  useEffect(() => {
    if (isFinished && hasFinished.current) buttons.current?.querySelector('button')?.focus();
  }, [isFinished]);
  if (faultOf(poll) !== undefined) return <Button onClick={() => leave(groupId)}>{m.close}</Button>;
  if (!isFinished)
    return (
      <Button
        look="primary"
        onClick={({ nativeEvent }) => {
          // The second half of a double click must not press Discard, which replaces this button.
          swallowRestOfGesture(nativeEvent);
          hasFinished.current = true;
          currentPolls.finish(groupId);
        }}
      >
        {m.finish}
      </Button>
    );
  return (
    <div className={styles.buttons} ref={buttons}>
      <Button
        look="primary"
        onClick={() => {
          save(poll);
          leave(groupId);
        }}
      >
        {m.save}
      </Button>
      <Button onClick={() => setAsking(true)}>{m.discard}</Button>
      {isAsking ? (
        <Dialog
          label={m.discardQuestion}
          width="24rem"
          closeLabel={m.close}
          onClose={() => setAsking(false)}
          withHeader
        >
          <div className={styles.question}>
            <p>{m.discardText}</p>
            <div className={styles.buttons}>
              <Button onClick={() => setAsking(false)}>{m.keep}</Button>
              <Button look="danger" onClick={() => leave(groupId)}>
                {m.discard}
              </Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}

function PollCard(props: { groupId: string; devices: Devices; poll: CurrentPoll }) {
  const { groupId, poll } = props;
  const { question, respondents, delivery } = poll;
  const summary = useMemo(() => summarisePoll(question, respondents), [question, respondents]);
  const fault = faultOf(poll);
  const isFinished = poll.finishedAt !== undefined;
  const titleId = useId();
  usePresence(groupId, props.devices, !isFinished && fault === undefined);
  const count = m.received(summary);
  const announced = useSpaced(isFinished ? `${m.finished}. ${count}` : count, THROTTLE_MS, '');
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={titleId} className="visually-hidden">
            {m.summary}
          </h2>
          <p className={styles.body} dir="auto">
            {question.body}
          </p>
          {fault === undefined ? (
            <p className={styles.count}>
              <strong>{count}</strong>
              {isFinished ? <span className={styles.mark}>{m.finished}</span> : null}
              {poll.by !== undefined && !isFinished ? (
                <span className={styles.mark}>
                  <bdi>{m.asks({ by: poll.by })}</bdi>
                </span>
              ) : null}
              {delivery === 'queued' ? <span className={styles.mark}>{m.queued}</span> : null}
            </p>
          ) : (
            <p role="alert" className={styles.fault}>
              {m.notSent}. {fault}
            </p>
          )}
        </div>
        <PollButtons groupId={groupId} poll={poll} />
      </div>
      {fault === undefined ? <PollResults poll={poll} summary={summary} /> : null}
      <p role="status" className="visually-hidden">
        {fault === undefined ? announced : ''}
      </p>
    </section>
  );
}

/** `orders`: the orders of the class; absent for a single device. */
export function PollSummary(props: { groupId: string; devices: Devices; orders?: OrderStore }) {
  const { groupId, devices, orders } = props;
  useClassPoll(groupId, orders);
  const poll = useObservable(currentPolls, () => currentPolls.get(groupId));
  return poll === undefined ? null : (
    <PollCard key={poll.id} groupId={groupId} devices={devices} poll={poll} />
  );
}
