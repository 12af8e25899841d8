import { mdiClose, mdiLaptop, mdiSend, mdiTrayArrowUp } from '@mdi/js';
import { type FormEvent, useId } from 'react';
import { DEFAULT_DESTINATION, folderProblem, selectionProblem } from '#domain/files/file-exchange-rules.ts';
import { fileSizeText } from '#domain/files/file-size.ts';
import { shownText } from '#domain/shown-text.ts';
import type { FileExchange } from '#peer/files/file-exchange.ts';
import type { ExchangeTarget } from '#peer/files/file-record.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DropZone } from '#ui/field/drop-zone.tsx';
import { TextField } from '#ui/field/field.tsx';
import { AudienceLine } from './audience-line.tsx';
import styles from './forms.module.css';
import { m, selectionText, textProblemText } from './messages.ts';

/** The field accepts more than can be sent, so that a long text gets an error instead of being cut. */
const MAX_TYPED_LENGTH = 1_000;

const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

function ChosenFiles({ files, onRemove }: { files: readonly File[]; onRemove(file: File): void }) {
  return (
    <ul aria-label={m.chosenFiles} className={styles.files}>
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`} className={styles.chosen}>
          <bdi className={styles.chosenName}>{shownText(file.name)}</bdi>
          <span className={styles.size}>{fileSizeText(file.size)}</span>
          <IconButton
            icon={mdiClose}
            size="small"
            label={m.remove({ name: shownText(file.name) })}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  );
}

/** A second press within this time of the first is taken for a double click. */
const WINDOW_MS = 1_000;

/** The unsent input. `error`: why the last chosen files were rejected. `sentAt`: an event's time stamp. */
export type SendDraft = {
  files: readonly File[];
  folder: string;
  error?: string | undefined;
  sentAt?: number | undefined;
};
export const EMPTY_SEND: SendDraft = { files: [], folder: DEFAULT_DESTINATION };

/** Sends chosen files to a folder of the selected devices. */
export function SendFilesTab(props: {
  audience: readonly ExchangeTarget[];
  exchange: Pick<FileExchange, 'send'>;
  /** Stored above this tab, because switching tabs unmounts it. */
  draft: SendDraft;
  onDraft(draft: SendDraft): void;
}) {
  const { audience, exchange, draft, onDraft } = props;
  const { files, folder, error } = draft;
  const errorId = useId();
  if (audience.length === 0) {
    return <EmptyState icon={mdiLaptop} title={m.noDevicesToSend} text={m.noDevicesToSendText} />;
  }
  const folderError = folderProblem(folder);

  /** Adds all of the files or none. */
  function add(added: readonly File[], hasFolders: boolean): void {
    if (added.length === 0 && !hasFolders) return;
    const next = [...files, ...added.filter((file) => !files.some((known) => isSame(file, known)))];
    const problem = next.length === 0 ? undefined : selectionProblem(next.map(({ size }) => size));
    onDraft({
      ...draft,
      files: problem === undefined ? next : files,
      error: problem ? selectionText[problem] : hasFolders ? m.folders : undefined,
    });
  }

  function send(event: FormEvent): void {
    event.preventDefault();
    const { timeStamp } = event;
    const isSamePress = draft.sentAt !== undefined && timeStamp - draft.sentAt < WINDOW_MS;
    // A double click, or Enter held down.
    if (isSamePress && files.length === 0) {
      onDraft({ ...draft, sentAt: timeStamp });
      return;
    }
    const problem = selectionProblem(files.map(({ size }) => size));
    const isSent = problem === undefined && folderError === undefined;
    onDraft({
      ...draft,
      files: isSent ? [] : files,
      error: problem && selectionText[problem],
      sentAt: isSent ? timeStamp : undefined,
    });
    if (isSent) exchange.send(audience, files, folder.trim());
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <AudienceLine word={m.to} audience={audience} />
      <DropZone
        icon={mdiTrayArrowUp}
        text={m.drop}
        hint={m.dropHint}
        isMultiple
        describedBy={error === undefined ? undefined : errorId}
        isInvalid={error !== undefined}
        onFiles={add}
      />
      {error === undefined ? null : (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {files.length > 0 ? (
        <ChosenFiles
          files={files}
          onRemove={(gone) =>
            onDraft({ ...draft, files: files.filter((file) => file !== gone), error: undefined })
          }
        />
      ) : null}
      <TextField
        label={m.destination}
        hint={m.destinationHint}
        value={folder}
        maxLength={MAX_TYPED_LENGTH}
        isRequired
        error={folderError && textProblemText[folderError]}
        onChange={(next) => onDraft({ ...draft, folder: next })}
      />
      <div className={styles.buttons}>
        <Button
          type="submit"
          look="primary"
          icon={mdiSend}
          aria-disabled={files.length === 0 || folderError !== undefined}
          aria-description={files.length === 0 ? m.noFiles : undefined}
        >
          {m.send}
        </Button>
      </div>
    </form>
  );
}
