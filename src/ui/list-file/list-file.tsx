import { mdiFileUploadOutline } from '@mdi/js';
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { FieldError, FieldHint } from '../field/field-parts.tsx';
import styles from './list-file.module.css';
import { m } from './list-file-messages.ts';
import type { ListPreviewProps, ListPurpose } from './list-purpose.ts';

/** 100,000 lines of usual length. */
const MAX_FILE_BYTES = 10_000_000;

type Shown =
  | {
      name: 'preview';
      file: string;
      bytes: Uint8Array<ArrayBuffer>;
      Preview: ComponentType<ListPreviewProps>;
    }
  | { name: 'report'; report: ReactNode };

/** Uploads a list from a file. The person confirms a preview of its first lines before anything changes. */
export function ListFile({ title, hint, ...purpose }: ListPurpose & { title: string; hint: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<Shown>();
  const id = useId();
  const report = (text: ReactNode) => setShown({ name: 'report', report: text });

  async function read(file: File): Promise<void> {
    const failure = (text: string) => report(<FieldError isQuiet>{text}</FieldError>);
    if (file.size > MAX_FILE_BYTES) return failure(m.tooLarge({ file: file.name }));
    try {
      // The parser is loaded with the first file.
      const [{ ListPreview, isListText }, buffer] = await Promise.all([
        import('./list-preview.tsx'),
        file.arrayBuffer(),
      ]);
      const bytes = new Uint8Array(buffer);
      if (!isListText(bytes)) failure(m.notText({ file: file.name }));
      else setShown({ name: 'preview', file: file.name, bytes, Preview: ListPreview });
    } catch (error) {
      console.warn('list file', error);
      failure(m.unreadable({ file: file.name }));
    }
  }

  return (
    <div className={styles.list}>
      <div className={styles.row}>
        <Button
          icon={mdiFileUploadOutline}
          aria-describedby={`${id}-hint`}
          onClick={() => input.current?.click()}
        >
          {title}
        </Button>
        <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      </div>
      <input
        ref={input}
        type="file"
        accept="text/csv,text/tab-separated-values,text/plain,.csv,.tsv,.txt"
        hidden
        aria-label={title}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Lets the same file be chosen again.
          event.currentTarget.value = '';
          if (file) void read(file);
        }}
      />
      {shown?.name === 'preview' ? (
        <shown.Preview
          {...purpose}
          file={shown.file}
          bytes={shown.bytes}
          close={(text) => (text === undefined ? setShown(undefined) : report(text))}
        />
      ) : null}
      <div role="status" className={styles.list}>
        {shown?.name === 'report' ? shown.report : null}
      </div>
    </div>
  );
}
