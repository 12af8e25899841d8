/** The rich-text editor. Loaded on demand, because it is larger than the screen that contains it. */

import { TextAlign } from '@tiptap/extension-text-align';
import { Color, TextStyle } from '@tiptap/extension-text-style';
import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useId } from 'react';
import { pastedHtml } from './pasted-html.ts';
import styles from './rich-text.module.css';
import { m } from './rich-text-messages.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';

/** The editor supports only elements that the sanitiser allows. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    dropcursor: false,
    gapcursor: false,
    trailingNode: false,
  }),
  TextStyle,
  Color,
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right'] }),
];

/** `initial`: sanitised HTML, read once. `onChange`: receives unsanitised HTML after every change. */
export function RichTextEditor(props: {
  label: string;
  initial: string;
  error?: string | undefined;
  onChange: (html: string) => void;
}) {
  const { onChange, error } = props;
  const id = useId();
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: props.initial,
    // The page's CSP allows no style elements; rich-text.module.css has the required rules.
    injectCSS: false,
    onUpdate: ({ editor: now }) => onChange(now.getHTML()),
  });
  useEffect(() => {
    editor.setOptions({
      editorProps: {
        transformPastedHTML: pastedHtml,
        // Ctrl+Enter submits the surrounding form, and must not insert a line break.
        handleKeyDown: (_view, event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey),
        // Otherwise the editor would stop Escape, which closes the surrounding dialog.
        handleDOMEvents: { keydown: (_view, event) => event.key === 'Escape' },
        attributes: {
          id,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': `${id}-label`,
          'aria-describedby': error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`,
          'aria-invalid': String(error !== undefined),
          class: `${styles.text} ${styles.input}`,
        },
      },
    });
  }, [editor, id, error]);
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {props.label}
      </span>
      <div className={styles.editor}>
        <RichTextToolbar editor={editor} controls={id} />
        <EditorContent editor={editor} />
      </div>
      <span id={`${id}-hint`} className={styles.hint}>
        {m.hint}
      </span>
      {error === undefined ? null : (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </div>
  );
}
