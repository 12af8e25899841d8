import { fileSizeText } from '#domain/files/file-size.ts';
import { shownText } from '#domain/shown-text.ts';
import { type FilePicks, MAX_PICKED } from '../files/file-picks.ts';
import { m } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { Dimmed } from '../ui/panel.tsx';
import { useObservable } from '../use-observable.ts';
import styles from './files-panel.module.css';

/** Shows the handed-in files that wait for the tutor, and those that were not handed in. */
export function HandedFiles({ picks }: { picks: Pick<FilePicks, 'handed' | 'takeBack' | 'forgetDropped'> }) {
  const { files, dropped, patterns, tooMany } = useObservable(picks.handed);
  const shown = (texts: readonly string[]) => texts.map((text) => shownText(text, 60)).join(', ');
  return (
    <>
      <div className={styles.told} aria-live="polite">
        {files.length === 0 ? null : <p>{m.handedWaits({ count: files.length })}</p>}
        {dropped.length === 0 ? null : (
          <p className={styles.fault}>{m.dropped({ names: shown(dropped), patterns: shown(patterns) })}</p>
        )}
        {tooMany === 0 ? null : (
          <p className={styles.fault}>{m.tooMany({ count: tooMany, most: MAX_PICKED })}</p>
        )}
      </div>
      {dropped.length + tooMany === 0 ? null : (
        <div>
          <Button onClick={picks.forgetDropped}>{m.dismiss}</Button>
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
              <Button label={m.takeBackFile({ name })} onClick={() => picks.takeBack(key)}>
                {m.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
