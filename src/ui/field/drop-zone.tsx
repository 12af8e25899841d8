import { type DragEvent, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './drop-zone.module.css';

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** The dropped files. A folder looks like a file until it is read. */
function droppedFiles({ dataTransfer }: DragEvent): { files: File[]; hasFolders: boolean } {
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file');
  const plain = items.filter((item) => item.webkitGetAsEntry?.()?.isDirectory !== true);
  return {
    files: plain.flatMap((item) => item.getAsFile() ?? []),
    hasFolders: plain.length < items.length,
  };
}

/** A file input that accepts dropped files. Other dropped content is ignored. */
export function DropZone(props: {
  icon: string;
  text: string;
  hint?: string;
  /** The name of the input, if `text` shows the chosen file. */
  label?: string;
  isMultiple?: boolean;
  /** The file types offered by the file chooser, as in the input's `accept`. */
  accept?: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  /** `hasFolders`: folders were dropped too; they are not among the files. */
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
      <Icon path={props.icon} size={28} className={styles.icon} />
      <bdi className={styles.text}>{props.text}</bdi>
      {props.hint === undefined ? null : <span className={styles.hint}>{props.hint}</span>}
      <input
        type="file"
        multiple={props.isMultiple}
        accept={props.accept}
        className={styles.input}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid}
        onChange={(event) => {
          const { currentTarget } = event;
          props.onFiles([...(currentTarget.files ?? [])], false);
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
