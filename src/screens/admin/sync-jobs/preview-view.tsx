import type { SyncKindName, SyncPreview } from '#protocol/rest/sync-job.ts';
import { m } from './messages.ts';
import styles from './preview-view.module.css';

type Part = SyncPreview['add'];

function Examples(props: { title: string; part: Part }) {
  const { count, examples } = props.part;
  if (examples.length === 0) return null;
  const left = count - examples.length;
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{props.title}</h3>
      <ul className={styles.names}>
        {examples.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
          <li key={at}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {left > 0 ? <li className={styles.more}>{m.more({ count: left })}</li> : null}
      </ul>
    </section>
  );
}

/** Changes that a run would make: their number, and some names. */
export function PreviewView({ kind, preview }: { kind: SyncKindName; preview: SyncPreview }) {
  const { add, change, remove, read, isWhole } = preview;
  const counts = { read, add: add.count, change: change.count, remove: remove.count };
  return (
    <div className={styles.preview} role="status">
      <p className={styles.counts}>{isWhole ? m.would(counts) : m.wouldPart(counts)}</p>
      {isWhole ? <p className={styles.more}>{m.readCount({ kind, count: read })}</p> : null}
      <div className={styles.parts}>
        <Examples title={m.add} part={add} />
        <Examples title={m.change} part={change} />
        <Examples title={m.remove} part={remove} />
      </div>
      {kind === 'groups' && read > 0 ? <p>{m.membersLater}</p> : null}
      {kind === 'tutors' && change.count > 0 ? <p>{m.tutorsHere}</p> : null}
      {remove.count > 0 ? <p>{m.removing[kind]}</p> : null}
      {preview.needsConfirmation ? <p className={styles.warning}>{m.fifth}</p> : null}
    </div>
  );
}
