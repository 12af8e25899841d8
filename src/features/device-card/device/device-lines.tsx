import { shownText } from '#domain/shown-text.ts';
import { type PollLine, pollLine, statusLines } from '#live/device-facts.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { m } from '../messages.ts';
import styles from './device-lines.module.css';

/** The chosen options by letter and text, or the student's own words. */
const answerText = (line: Exclude<PollLine, { name: 'waiting' }>): string =>
  line.name === 'words'
    ? line.text
    : line.options
        .map(
          ({ letter, text }) => `${letter} – ${text === undefined ? m.absentOption : shownText(text, 100)}`,
        )
        .join(', ');

export function DeviceLines({ client }: { client: Pick<LiveClient, 'statuses' | 'poll'> }) {
  const poll = pollLine(client.poll);
  const answer = poll === undefined || poll.name === 'waiting' ? undefined : answerText(poll);
  return (
    <>
      {poll?.name === 'waiting' ? <p className={styles.line}>{m.waitingForPollAnswer}</p> : null}
      {answer === undefined ? null : (
        <p className={styles.line} data-line="answer" data-tip={answer}>
          {m.answer} <bdi>{answer}</bdi>
        </p>
      )}
      {statusLines(client.statuses).map((line) => (
        <p key={line} className={styles.line} data-line={line}>
          {m[line]}
        </p>
      ))}
    </>
  );
}
