import { useState } from 'react';
import { fileSizeText } from '#domain/files/file-size.ts';
import type { FilePicks } from '../files/file-picks.ts';
import type { FileRow } from '../files/file-rows.ts';
import type { PageFiles } from '../files/page-files.ts';
import { saveFile } from '../files/save-file.ts';
import { m } from '../messages.ts';
import type { ReceivedFile } from '../page-memory.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dimmed, Panel } from '../ui/panel.tsx';
import { useObservable } from '../use-observable.ts';
import styles from './files-panel.module.css';
import { HandedFiles } from './handed-files.tsx';

/** Shows running transfers in both directions, and received files. */
export function FilesPanel({ files, picks }: { files: PageFiles; picks: FilePicks }) {
  const rows = useObservable(files.rows);
  const received = useObservable(files.kept);
  const isEmpty = rows.length + received.length + useObservable(picks.handed).files.length === 0;
  return (
    <Panel title={m.files}>
      <HandedFiles picks={picks} />
      {isEmpty ? <Dimmed>{m.noFiles}</Dimmed> : null}
      {rows.length + received.length === 0 ? null : (
        <ul className={styles.list} aria-label={m.files}>
          {rows.map((row) => (
            <UnderWay key={row.key} row={row} files={files} />
          ))}
          {received.map((file) => (
            <Arrived key={file.key} file={file} files={files} />
          ))}
        </ul>
      )}
      {received.length === 0 ? null : <Dimmed>{m.filesGo}</Dimmed>}
    </Panel>
  );
}

function UnderWay({ row, files }: { row: FileRow; files: PageFiles }) {
  const { key, direction, name, size, bytes, end } = row;
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
        <Button label={m.cancelFile({ name })} onClick={() => files.cancel(key)}>
          {m.cancel}
        </Button>
      ) : (
        <Button label={m.removeFile({ name })} onClick={() => void files.remove(key)}>
          {m.remove}
        </Button>
      )}
    </li>
  );
}

function Arrived({ file, files }: { file: ReceivedFile; files: PageFiles }) {
  const { key, name, size } = file;
  const [isGone, setGone] = useState(false);
  const save = async () => {
    const opened = await files.open(key);
    if (opened) {
      saveFile(opened, name);
      files.noteSaved(key);
    } else setGone(true);
  };
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
        <Button label={m.removeFile({ name })} onClick={() => void files.remove(key)}>
          {m.remove}
        </Button>
      </Actions>
    </li>
  );
}
