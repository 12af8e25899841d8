import { mdiDeleteOutline, mdiFolderOpenOutline } from '@mdi/js';
import { type ReactNode, useState } from 'react';
import { layoutName } from '#domain/wall/grid-layout.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextField } from '#ui/field/field.tsx';
import { useObservable } from '#ui/use-observable.ts';
import styles from './dialogs.module.css';
import { m } from './messages.ts';
import { namedLayouts } from './named-layouts.ts';
import { showSaved } from './use-layout-saving.ts';
import type { WallStore } from './wall-store.ts';

/** 'Save Grid Layout': stores the layout under a name, on this computer. */
export function SaveLayoutDialog(props: { store: WallStore; onClose: () => void }) {
  const { store, onClose } = props;
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const name = layoutName(typed);
  function save(): void {
    if (namedLayouts.save(name, store.positionsToSave(), store.view.size)) {
      showSaved(m.savedHereToast({ name }));
      onClose();
    } else setFailure(m.storageFull);
  }
  return (
    <Dialog label={m.saveAs} width="26rem" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{
          title: m.save,
          obstacle: name === '' ? m.nameMissing : undefined,
          worksOffline: true,
          onSubmit: save,
        }}
        failure={failure}
        notice={namedLayouts.has(typed) ? <p className={styles.notice}>{m.replaces}</p> : null}
      >
        <p>{m.saveText}</p>
        <TextField label={m.layoutName} value={typed} maxLength={100} isRequired onChange={setTyped} />
      </DialogForm>
    </Dialog>
  );
}

function Row(props: {
  name: string;
  problem?: string | undefined;
  onOpen: () => void;
  children?: ReactNode;
}) {
  const { name, problem } = props;
  return (
    <li className={styles.row}>
      <span className={styles.names}>
        <bdi className={styles.name}>{name}</bdi>
        {problem === undefined ? null : <span className={styles.problem}>{problem}</span>}
      </span>
      <Button
        icon={mdiFolderOpenOutline}
        aria-label={m.openOf({ name })}
        aria-disabled={problem !== undefined}
        aria-description={problem}
        onClick={() => {
          if (problem === undefined) props.onOpen();
        }}
      >
        {m.open}
      </Button>
      {props.children}
    </li>
  );
}

function NamedRow(props: { name: string; store: WallStore; onRemove: () => void; onClose: () => void }) {
  const { name, store } = props;
  const answer = namedLayouts.open(name);
  const problem = answer.name === 'refused' ? m.refused[answer.why] : undefined;
  function open(): void {
    if (answer.name === 'refused') return;
    store.openLayout(answer.layout.positions);
    if (answer.layout.size !== undefined) store.setSize(answer.layout.size);
    if (answer.droppedCount > 0)
      toasts.show({
        type: 'warning',
        text: m.droppedPositions({ count: answer.droppedCount }),
        closable: true,
      });
    props.onClose();
  }
  return (
    <Row name={name} problem={problem} onOpen={open}>
      <IconButton icon={mdiDeleteOutline} label={m.deleteOf({ name })} onClick={props.onRemove} />
    </Row>
  );
}

/** 'Saved Layouts': the group's layout, and the user's layouts on this computer. */
export function SavedLayoutsDialog(props: { store: WallStore; onClose: () => void }) {
  const { store, onClose } = props;
  const names = useObservable(namedLayouts);
  const [removed, setRemoved] = useState<{ name: string; restore: () => void }>();
  const ofGroup = store.groupLayout();
  const isGroupEmpty = Object.keys(ofGroup.positions).length === 0;
  function openGroup(): void {
    store.openLayout(ofGroup.positions);
    if (ofGroup.tileSize !== undefined) store.setSize(ofGroup.tileSize);
    onClose();
  }
  return (
    <Dialog label={m.layouts} width="32rem" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm cancelTitle={m.close} onCancel={onClose}>
        <ul className={styles.rows} aria-label={m.layouts}>
          <Row
            name={m.groupLayout}
            problem={isGroupEmpty ? m.groupLayoutNone : undefined}
            onOpen={openGroup}
          />
          {names.map((name) => (
            <NamedRow
              key={name}
              name={name}
              store={store}
              onRemove={() => setRemoved({ name, restore: namedLayouts.remove(name) })}
              onClose={onClose}
            />
          ))}
        </ul>
        {names.length === 0 ? (
          <EmptyState icon={mdiFolderOpenOutline} title={m.layoutsNone} text={m.layoutsNoneText} />
        ) : null}
        <div role="status" className={styles.removed}>
          {removed === undefined ? null : (
            <>
              <span>{m.deleted({ name: removed.name })}</span>
              <Button
                look="quiet"
                onClick={() => {
                  removed.restore();
                  setRemoved(undefined);
                }}
              >
                {m.undoDelete}
              </Button>
            </>
          )}
        </div>
      </DialogForm>
    </Dialog>
  );
}
