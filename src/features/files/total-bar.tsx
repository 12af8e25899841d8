import { fileSizeText } from '#domain/files/file-size.ts';
import type { TransferTotals } from '#peer/files/transfer-totals.ts';
import { durationText, m } from './messages.ts';
import styles from './transfer-list.module.css';

/** The progress of all files of one direction: bytes, speed and remaining time. */
export function TotalBar({ title, totals }: { title: string; totals: TransferTotals }) {
  const { doneBytes, totalBytes, bytesPerSecond, secondsLeft, finishedCount, fileCount } = totals;
  const { failedCount, cancelledCount } = totals;
  const facts = [
    m.finishedOf({ finished: finishedCount, count: fileCount }),
    ...(failedCount === 0 ? [] : [m.failedCount({ count: failedCount })]),
    ...(cancelledCount === 0 ? [] : [m.cancelledCount({ count: cancelledCount })]),
    // Failed and cancelled files do not count towards the bytes.
    ...(totalBytes === 0
      ? []
      : [m.totalText({ done: fileSizeText(doneBytes), total: fileSizeText(totalBytes) })]),
    ...(bytesPerSecond === undefined ? [] : [m.speed({ size: fileSizeText(bytesPerSecond) })]),
    ...(secondsLeft === undefined ? [] : [m.left({ time: durationText(secondsLeft) })]),
  ];
  // Empty files have no bytes, so the number of files is shown instead.
  const [value, max] = totalBytes === 0 ? [finishedCount, fileCount] : [doneBytes, totalBytes];
  return (
    <div className={styles.total}>
      <p className={styles.totalLine}>
        <strong>{title}</strong> <span className={styles.facts}>{facts.join(' · ')}</span>
      </p>
      <progress
        className={styles.bar}
        aria-label={m.progressOf({ name: title })}
        value={value}
        max={Math.max(1, max)}
      />
    </div>
  );
}
