import { memo } from 'react';
import { fileSizeText } from '#domain/files/file-size.ts';
import { shownText } from '#domain/shown-text.ts';
import { bytesOf, type FileRecord, isRunning, progressOf } from '#peer/files/file-record.ts';
import { failureText, interruptedText, m, problemDetail, stateText } from './messages.ts';
import { type TransferActions, TransferButtons } from './transfer-buttons.tsx';
import styles from './transfer-list.module.css';

function outcomeTexts({ direction, state }: FileRecord): (string | undefined)[] {
  if (state.name === 'failed')
    return [failureText(direction, state.problem), problemDetail(direction, state.problem)];
  if (state.name === 'resumable') {
    return state.problem === undefined
      ? [interruptedText]
      : [interruptedText, failureText(direction, state.problem), problemDetail(direction, state.problem)];
  }
  return [stateText[direction][state.name]];
}

function sizeText(record: FileRecord): string {
  const total = fileSizeText(record.size);
  const bytes = bytesOf(record);
  return bytes > 0 && bytes < record.size ? m.totalText({ done: fileSizeText(bytes), total }) : total;
}

/** One file of one device. Memoised, because only one of a device's thousand files changes at a time. */
export const TransferFile = memo(function TransferFile(props: {
  record: FileRecord;
  actions: TransferActions;
}) {
  const { record, actions } = props;
  const { state, direction } = record;
  const name = shownText(record.fileName);
  const hasBar = isRunning(record) || state.name === 'resumable';
  return (
    <li className={styles.file}>
      <div className={styles.words}>
        <bdi className={styles.fileName}>{name}</bdi>
        <p className={styles.state} data-state={state.name}>
          {outcomeTexts(record).map((text) => (text === undefined ? null : <span key={text}>{text}</span>))}
          <span>{sizeText(record)}</span>
          {state.name === 'progress' ? <span>{progressOf(record)} %</span> : null}
        </p>
        {hasBar ? (
          <progress
            className={styles.bar}
            aria-label={m.progressOf({ name })}
            value={progressOf(record)}
            max={100}
          />
        ) : null}
      </div>
      {direction === 'collect' ? (
        <TransferButtons records={[record]} name={record.fileName} actions={actions} />
      ) : null}
    </li>
  );
});
