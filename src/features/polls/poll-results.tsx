import { type CSSProperties, useState } from 'react';
import type { PollRow, PollSummary } from '#domain/poll.ts';
import { shownText } from '#domain/shown-text.ts';
import { m, standingText } from './messages.ts';
import type { CurrentPoll } from './poll-entries.ts';
import styles from './poll-results.module.css';
import { answerText, rowTitle } from './poll-texts.ts';

function Bar(props: { row: PollRow; total: number }) {
  const { row, total } = props;
  const title = shownText(rowTitle(row));
  const share = total === 0 ? 0 : Math.min(1, row.count / total);
  return (
    <li className={styles.row}>
      <span className={styles.title} data-tip={title} data-absent={row.option === undefined || undefined}>
        <bdi>{title}</bdi>
      </span>
      <span
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={row.count}
        aria-valuetext={m.count({ count: row.count, total })}
        className={styles.bar}
        style={{ '--share': `${share * 100}%` } as CSSProperties}
      />
      <span className={styles.number} aria-hidden="true">
        {row.count}
      </span>
    </li>
  );
}

function Words({ words }: Pick<PollSummary, 'words'>) {
  if (words.length === 0) return <p className={styles.none}>{m.noWords}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul className={styles.words} aria-label={m.answers} tabIndex={0}>
      {words.map(({ text, count }) => (
        <li key={text} className={styles.word}>
          <bdi>{shownText(text)}</bdi>
          {count > 1 ? <span className={styles.number}>{m.wordCount({ count })}</span> : null}
        </li>
      ))}
    </ul>
  );
}

function Respondents({ poll }: { poll: CurrentPoll }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul className={styles.respondents} aria-label={m.who} tabIndex={0}>
      {poll.respondents.map(({ clientId, name, answer, standing, hasLeft }) => (
        <li key={clientId} className={styles.respondent} data-standing={standing}>
          <bdi className={styles.name}>{shownText(name, 80)}</bdi>
          <bdi className={styles.answer}>
            {answer === undefined ? m.noAnswer : answerText(poll.question, answer)}
          </bdi>
          <span className={styles.standing}>
            {standingText[standing]}
            {hasLeft ? ` (${m.left})` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The results: a bar for each letter or the words, and on demand the respondents. */
export function PollResults(props: { poll: CurrentPoll; summary: PollSummary }) {
  const { poll, summary } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {poll.question.answers.length === 0 ? (
        <Words words={summary.words} />
      ) : (
        <ul className={styles.rows}>
          {summary.rows.map((row) => (
            <Bar key={row.letter} row={row} total={summary.total} />
          ))}
        </ul>
      )}
      <details
        className={styles.details}
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className={styles.summary}>{m.who}</summary>
        {isOpen ? <Respondents poll={poll} /> : null}
      </details>
    </>
  );
}
