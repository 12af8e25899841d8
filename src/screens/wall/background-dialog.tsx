import { mdiDeleteOutline, mdiImageOutline } from '@mdi/js';
import { useEffect, useId, useRef, useState } from 'react';
import type { Background } from '#domain/wall/grid-layout.ts';
import type { Size } from '#domain/wall/limits.ts';
import type { Group } from '#protocol/rest/group.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { DropZone } from '#ui/field/drop-zone.tsx';
import { FieldError, FieldHint } from '#ui/field/field-parts.tsx';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import styles from './background-dialog.module.css';
import { fileProblem, words } from './background-messages.ts';
import { fittedPicture, isLargePicture } from './fitted-picture.ts';
import { type BackgroundWork, useBackground } from './use-background.ts';
import type { WallStore } from './wall-store.ts';

function ImageField(props: {
  files: readonly File[];
  problem: string | undefined;
  onFiles: (files: readonly File[]) => void;
}) {
  const id = useId();
  const { files, problem, onFiles } = props;
  return (
    <>
      <DropZone
        icon={mdiImageOutline}
        text={(files.length === 1 ? files[0]?.name : undefined) ?? words.choose}
        label={words.choose}
        accept="image/*"
        describedBy={`${id}-hint${problem === undefined ? '' : ` ${id}-error`}`}
        isInvalid={problem !== undefined}
        onFiles={(dropped, hasFolders) => {
          // A dropped folder alone is ignored, so the previous choice stays.
          if (dropped.length > 0 || !hasFolders) onFiles(dropped);
        }}
      />
      <FieldHint id={`${id}-hint`}>
        {words.formats}. {words.limit}
      </FieldHint>
      {problem === undefined ? null : <FieldError id={`${id}-error`}>{problem}</FieldError>}
    </>
  );
}

const busyTitle = (work: BackgroundWork) =>
  work.name === 'uploading' ? words.uploading : work.name === 'deleting' ? words.deleting : undefined;

/** 'Background Image' of the group's wall: replaces or removes it. */
export function BackgroundDialog(props: {
  group: Group;
  store: WallStore;
  background: Background | undefined;
  /** Size of the visible stage as rendered now. */
  viewportNow: () => Size;
  onClose: () => void;
}) {
  const { group, store, background, onClose } = props;
  const { work, upload, remove } = useBackground(group, store, props.viewportNow);
  const [files, setFiles] = useState<readonly File[]>([]);
  const left = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);
  const [isPreparing, setPreparing] = useState(false);
  const problem = isPreparing ? words.preparing : fileProblem(files);
  const [file] = files;
  const busy = busyTitle(work);

  const end = useWhileDrawn(onClose);
  const closeWhen = (done: boolean) => {
    if (done) end();
  };
  async function send(): Promise<void> {
    if (file !== undefined && left.current) closeWhen(await upload(file, left.current.signal));
  }

  const newest = useRef<readonly File[]>(undefined);
  /** Only the files chosen last count, even if an earlier choice takes longer. */
  async function choose(chosen: readonly File[]): Promise<void> {
    newest.current = chosen;
    setFiles(chosen);
    const [picture, ...more] = chosen;
    const isLarge = picture !== undefined && more.length === 0 && isLargePicture(picture);
    setPreparing(isLarge);
    if (!isLarge) return;
    const fitted = await fittedPicture(picture);
    if (newest.current !== chosen) return;
    setFiles([fitted]);
    setPreparing(false);
  }

  return (
    <Dialog label={words.title} width="28rem" closeLabel={words.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={words.cancel}
        onCancel={onClose}
        submit={{ title: words.upload, obstacle: problem, onSubmit: () => void send() }}
        savingTitle={busy}
        failure={work.name === 'failed' ? work.why : undefined}
        notice={
          work.name === 'uploading' ? (
            <progress className={styles.progress} aria-label={words.uploading} max={1} value={work.share} />
          ) : null
        }
        aside={
          background === undefined ? null : (
            <Button
              needsPlatform
              icon={mdiDeleteOutline}
              look="danger"
              aria-disabled={busy !== undefined}
              onClick={() => {
                if (busy === undefined) void remove(background).then(closeWhen);
              }}
            >
              {words.delete}
            </Button>
          )
        }
      >
        <ImageField
          files={files}
          problem={files.length === 0 ? undefined : problem}
          onFiles={(chosen) => void choose(chosen)}
        />
      </DialogForm>
    </Dialog>
  );
}
