import { type DragEvent, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './drop-zone.module.css';

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

/** A file input that files can be dropped on. Anything else that is dropped changes nothing. */
export function DropZone(props: {
  /** The path of the icon. */
  icon: string;
  text: string;
  hint?: string;
  /** The name of the input, where `text` is what was chosen. */
  label?: string;
  isMultiple?: boolean;
  /** As of the input: what its dialog offers. */
  accept?: string;
  /** Ids of the elements that describe the input. */
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
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
