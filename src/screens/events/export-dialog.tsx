import { useEffect, useRef, useState } from 'react';
import { isAppError } from '#protocol/app-error.ts';
import { type EventFilters, type EventLog, readAllEvents } from '#rest/event-logs.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { FailureNotice } from '#ui/failure/failure-notice.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { saveCsv } from '#ui/list/rows-csv.ts';
import type { TableColumn } from '#ui/list/table-column.ts';
import styles from './events.module.css';
import { m } from './messages.ts';

/** Spreadsheets can open this many rows, and the page can hold them in memory. */
export const MAX_EXPORTED = 50_000;

export type ExportProps<Row extends { id: string }> = {
  log: EventLog<Row>;
  filters: EventFilters;
  columns: readonly TableColumn<Row>[];
  fileName: string;
  onClose: () => void;
};

/** Reads all matching events with progress, and saves them as a file. Closing the dialog cancels it. */
export function ExportDialog<Row extends { id: string }>(props: ExportProps<Row>) {
  const [first] = useState(props);
  const { onClose } = props;
  const [count, setCount] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const close = useRef(onClose);
  close.current = onClose;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    const stop = new AbortController();
    const { log, filters, columns, fileName } = first;
    async function run(): Promise<void> {
      const reading = { most: MAX_EXPORTED, signal: stop.signal, onProgress: setCount };
      const { rows, isWhole } = await readAllEvents(log, filters, reading);
      if (stop.signal.aborted) return;
      await saveCsv(fileName, columns, rows);
      const words = isWhole ? m.exported : m.exportedNewest;
      toasts.show({ type: isWhole ? 'success' : 'warning', text: words({ count: rows.length }) });
      close.current();
    }
    run().catch((error: unknown) => {
      if (stop.signal.aborted || (isAppError(error) && error.code === 'aborted')) return;
      console.warn('Error exporting events', error);
      setFailure(error ?? new Error('unknown'));
    });
    return () => stop.abort();
  }, [first, attempt]);

  function retry(): void {
    setFailure(undefined);
    setCount(0);
    setAttempt(attempt + 1);
  }

  return (
    <Dialog label={m.exporting} width="26rem" closeLabel={m.close} onClose={onClose} withHeader>
      <div className={styles.exporting}>
        {failure === undefined ? (
          <>
            <progress aria-label={m.exporting} />
            <p role="status">{m.read({ count })}</p>
          </>
        ) : (
          <FailureNotice text={`${m.notExported} ${failureText(failure)}`} />
        )}
        <div className={styles.buttons}>
          {failure === undefined ? null : (
            <Button look="primary" onClick={retry}>
              {m.retry}
            </Button>
          )}
          <Button onClick={onClose}>{m.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
