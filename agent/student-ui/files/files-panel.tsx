import { useState } from 'react';
import { fileSizeText } from '#domain/files/file-size.ts';
import { Button } from '../kit/button.tsx';
import { Actions, Dimmed, Panel } from '../kit/panel.tsx';
import { m } from '../messages.ts';
import type { FileTransfer, ReceivedFile, StudentCalls, StudentState } from '../student-state.ts';
import styles from './files-panel.module.css';
import { HandedFiles } from './handed-files.tsx';

type FileCalls = Pick<StudentCalls, 'cancelTransfer' | 'removeFile' | 'saveFile'>;

/** Shows running transfers in both directions, and received files. */
export function FilesPanel(props: {
  state: Pick<StudentState, 'handed' | 'transfers' | 'received'>;
  calls: FileCalls & Pick<StudentCalls, 'takeBackFile' | 'clearDropped'>;
  /** A sentence below received files, for example that they must be saved. */
  note?: string;
}) {
  const { calls } = props;
  const { handed, transfers, received } = props.state;
  const isEmpty = transfers.length + received.length + handed.files.length === 0;
  return (
    <Panel title={m.files}>
      <HandedFiles handed={handed} calls={calls} />
      {isEmpty ? <Dimmed>{m.noFiles}</Dimmed> : null}
      {transfers.length + received.length === 0 ? null : (
        <ul className={styles.list} aria-label={m.files}>
          {transfers.map((transfer) => (
            <UnderWay key={transfer.key} transfer={transfer} calls={calls} />
          ))}
          {received.map((file) => (
            <Arrived key={file.key} file={file} calls={calls} />
          ))}
        </ul>
      )}
      {received.length === 0 || props.note === undefined ? null : <Dimmed>{props.note}</Dimmed>}
    </Panel>
  );
}

function UnderWay({ transfer, calls }: { transfer: FileTransfer; calls: FileCalls }) {
  const { key, direction, name, size, bytes, end } = transfer;
  return (
    <li className={styles.file}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        {end === undefined ? (
          <>
            <progress
              className={styles.progress}
              aria-label={m.progress({ name })}
              max={Math.max(1, size)}
              value={size === 0 ? 0 : bytes}
            />
            {direction === 'out' ? <Dimmed>{m.sending}</Dimmed> : null}
            <Dimmed>{m.fileProgress({ done: fileSizeText(bytes), size: fileSizeText(size) })}</Dimmed>
          </>
        ) : (
          <p className={end === 'done' ? undefined : styles.fault} role="status">
            {end === 'done' ? m.handedIn : m.fileEnds[direction][end]}
          </p>
        )}
      </div>
      {end === undefined ? (
        <Button label={m.cancelFile({ name })} onClick={() => void calls.cancelTransfer(key)}>
          {m.cancel}
        </Button>
      ) : (
        <Button label={m.removeFile({ name })} onClick={() => void calls.removeFile(key)}>
          {m.remove}
        </Button>
      )}
    </li>
  );
}

function Arrived({ file, calls }: { file: ReceivedFile; calls: FileCalls }) {
  const { key, name, size } = file;
  const [isGone, setGone] = useState(false);
  const save = async () => setGone((await calls.saveFile(key)) === false);
  return (
    <li className={styles.file}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <Dimmed>{fileSizeText(size)}</Dimmed>
        {isGone ? (
          <p className={styles.fault} role="alert">
            {m.fileGone}
          </p>
        ) : null}
      </div>
      <Actions>
        <Button look="primary" label={m.saveFile({ name })} isDisabled={isGone} onClick={() => void save()}>
          {m.save}
        </Button>
        <Button label={m.removeFile({ name })} onClick={() => void calls.removeFile(key)}>
          {m.remove}
        </Button>
      </Actions>
    </li>
  );
}
