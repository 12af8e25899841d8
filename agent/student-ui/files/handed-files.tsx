import { fileSizeText } from '#domain/files/file-size.ts';
import { shownText } from '#domain/shown-text.ts';
import { Button } from '../kit/button.tsx';
import { Dimmed } from '../kit/panel.tsx';
import { m } from '../messages.ts';
import { type HandedFiles as Handed, MAX_HANDED_FILES, type StudentCalls } from '../student-state.ts';
import styles from './files-panel.module.css';

/** Shows the handed-in files that wait for the tutor, and those that were not handed in. */
export function HandedFiles(props: {
  handed: Handed;
  calls: Pick<StudentCalls, 'takeBackFile' | 'clearDropped'>;
}) {
  const { calls } = props;
  const { files, dropped, patterns, tooMany } = props.handed;
  const shown = (texts: readonly string[]) => texts.map((text) => shownText(text, 60)).join(', ');
  return (
    <>
      <div className={styles.told} aria-live="polite">
        {files.length === 0 ? null : <p>{m.handedWaits({ count: files.length })}</p>}
        {dropped.length === 0 ? null : (
          <p className={styles.fault}>{m.dropped({ names: shown(dropped), patterns: shown(patterns) })}</p>
        )}
        {tooMany === 0 ? null : (
          <p className={styles.fault}>{m.tooMany({ count: tooMany, most: MAX_HANDED_FILES })}</p>
        )}
      </div>
      {dropped.length + tooMany === 0 ? null : (
        <div>
          <Button onClick={() => void calls.clearDropped()}>{m.dismiss}</Button>
        </div>
      )}
      {files.length === 0 ? null : (
        <ul className={styles.list} aria-label={m.handedWaits({ count: files.length })}>
          {files.map(({ key, name, size }) => (
            <li key={key} className={styles.file}>
              <div className={styles.about}>
                <p className={styles.name}>{name}</p>
                <Dimmed>{fileSizeText(size)}</Dimmed>
              </div>
              <Button label={m.takeBackFile({ name })} onClick={() => void calls.takeBackFile(key)}>
                {m.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
