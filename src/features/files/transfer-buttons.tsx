import { mdiClose, mdiDownload, mdiPlay, mdiRefresh, mdiTrashCanOutline } from '@mdi/js';
import { shownText } from '#domain/shown-text.ts';
import type { FileExchange } from '#peer/files/file-exchange.ts';
import { canResume, canRetry, canSave, type FileRecord, isRunning } from '#peer/files/file-record.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { m } from './messages.ts';

export type TransferActions = Pick<FileExchange, 'cancel' | 'retry' | 'resume' | 'clear' | 'save' | 'drop'>;

const idsOf = (records: readonly FileRecord[]) => records.map(({ id }) => id);

/** The buttons for these files: those of a device, a single file, or all. */
export function TransferButtons(props: {
  records: readonly FileRecord[];
  name: string;
  actions: TransferActions;
}) {
  const { records, actions } = props;
  const name = shownText(props.name, 80);
  const retryable = records.filter(canRetry);
  const resumable = records.filter(canResume);
  const savable = records.filter(canSave);
  return (
    <>
      {savable.length > 0 ? (
        <>
          <Button
            icon={mdiDownload}
            aria-label={m.saveOf({ name })}
            onClick={() => actions.save(idsOf(savable))}
          >
            {m.save}
          </Button>
          <IconButton
            icon={mdiTrashCanOutline}
            label={m.dropOf({ name })}
            onClick={() => actions.drop(idsOf(savable))}
          />
        </>
      ) : null}
      {resumable.length > 0 ? (
        <Button
          icon={mdiPlay}
          aria-label={m.resumeOf({ name })}
          onClick={() => actions.resume(idsOf(resumable))}
        >
          {m.resume}
        </Button>
      ) : null}
      {retryable.length > 0 ? (
        <Button
          icon={mdiRefresh}
          aria-label={m.retryOf({ name })}
          onClick={() => actions.retry(idsOf(retryable))}
        >
          {m.retry}
        </Button>
      ) : null}
      {records.some(isRunning) ? (
        <IconButton
          icon={mdiClose}
          label={m.cancelOf({ name })}
          onClick={() => actions.cancel(idsOf(records))}
        />
      ) : null}
    </>
  );
}
