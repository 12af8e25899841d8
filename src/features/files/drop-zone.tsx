import { mdiTrayArrowUp } from '@mdi/js';
import { type DragEvent, useState } from 'react';
import { Icon } from '../../ui/icon/icon.tsx';
import styles from './drop-zone.module.css';
import { m } from './messages.ts';

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** The files that were dropped. A folder looks like a file until it is read. */
function droppedFiles({ dataTransfer }: DragEvent): { files: File[]; hasFolders: boolean } {
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file');
  const plain = items.filter((item) => item.webkitGetAsEntry?.()?.isDirectory !== true);
  return {
    files: plain.flatMap((item) => item.getAsFile() ?? []),
    hasFolders: plain.length < items.length,
  };
}

/** A file input that files can be dropped on. */
export function DropZone(props: {
  errorId: string | undefined;
  onFiles(files: readonly File[], hasFolders: boolean): void;
}) {
  const [isOver, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return (
    <label
      className={styles.zone}
      data-over={isOver || undefined}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        const { files, hasFolders } = droppedFiles(event);
        props.onFiles(files, hasFolders);
      }}
    >
      <Icon path={mdiTrayArrowUp} size={28} className={styles.icon} />
      <span className={styles.text}>{m.drop}</span>
      <span className={styles.hint}>{m.dropHint}</span>
      <input
        type="file"
        multiple
        className={styles.input}
        aria-describedby={props.errorId}
        aria-invalid={props.errorId !== undefined}
        onChange={(event) => {
          const { currentTarget } = event;
          props.onFiles([...(currentTarget.files ?? [])], false);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
