import {
  mdiFormatAlignCenter,
  mdiFormatAlignLeft,
  mdiFormatAlignRight,
  mdiFormatBold,
  mdiFormatHeader1,
  mdiFormatHeader2,
  mdiFormatHeader3,
  mdiFormatItalic,
  mdiFormatListBulleted,
  mdiFormatListNumbered,
  mdiFormatUnderline,
} from '@mdi/js';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../button.tsx';
import { Menu, MenuItem } from '../overlay/menu.tsx';
import styles from './rich-text.module.css';
import { TEXT_COLOURS } from './rich-text-colours.ts';
import { m } from './rich-text-messages.ts';

type Tool = {
  key: string;
  icon: string;
  label: string;
  isOn(editor: Editor): boolean;
  run(chain: ChainedCommands): ChainedCommands;
};

const mark = (name: 'bold' | 'italic' | 'underline', icon: string): Tool => ({
  key: name,
  icon,
  label: m[name],
  isOn: (editor) => editor.isActive(name),
  run: (chain) => chain.toggleMark(name),
});
const heading = (level: 1 | 2 | 3, icon: string): Tool => ({
  key: `heading${level}`,
  icon,
  label: m.heading({ level }),
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (chain) => chain.toggleHeading({ level }),
});
const alignment = (align: 'left' | 'center' | 'right', icon: string): Tool => ({
  key: align,
  icon,
  label: m[align],
  isOn: (editor) => editor.isActive({ textAlign: align }),
  run: (chain) => chain.toggleTextAlign(align),
});

const TOOLS: readonly Tool[] = [
  mark('bold', mdiFormatBold),
  mark('italic', mdiFormatItalic),
  mark('underline', mdiFormatUnderline),
  heading(1, mdiFormatHeader1),
  heading(2, mdiFormatHeader2),
  heading(3, mdiFormatHeader3),
  {
    key: 'bulletList',
    icon: mdiFormatListBulleted,
    label: m.bulletList,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (chain) => chain.toggleBulletList(),
  },
  {
    key: 'orderedList',
    icon: mdiFormatListNumbered,
    label: m.orderedList,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (chain) => chain.toggleOrderedList(),
  },
  alignment('left', mdiFormatAlignLeft),
  alignment('center', mdiFormatAlignCenter),
  alignment('right', mdiFormatAlignRight),
];

/** Arrow keys move between the buttons, as in every toolbar. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not([role=menuitem])')];
  const now = all.indexOf(event.target as HTMLElement);
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (now === -1 || step === 0) return;
  event.preventDefault();
  all[(now + step + all.length) % all.length]?.focus();
}

function ColourMenu({ editor, current }: { editor: Editor; current: string | undefined }) {
  const swatch = (value: string | undefined) => (
    <span className={styles.swatch} style={value === undefined ? undefined : { color: value }}>
      A
    </span>
  );
  return (
    <Menu label={m.colour} tip={m.colour} buttonClassName={styles.colour} button={swatch(current)}>
      <MenuItem icon={swatch(undefined)} onSelect={() => editor.chain().focus().unsetColor().run()}>
        {m.plain}
      </MenuItem>
      {TEXT_COLOURS.map(({ title, value }) => (
        <MenuItem
          key={value}
          icon={swatch(value)}
          onSelect={() => editor.chain().focus().setColor(value).run()}
        >
          {title}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Only the last used tool is reachable by Tab. */
export function RichTextToolbar({ editor, controls }: { editor: Editor; controls: string }) {
  const [stop, setStop] = useState(TOOLS[0]?.key);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: TOOLS.filter((tool) => tool.isOn(now)).map(({ key }) => key),
      colour: now.getAttributes('textStyle').color as string | undefined,
    }),
  });
  return (
    <div
      role="toolbar"
      aria-label={m.formatting}
      aria-controls={controls}
      className={styles.toolbar}
      onKeyDown={moveFocus}
    >
      {TOOLS.map(({ key, icon, label, run }) => (
        <IconButton
          key={key}
          icon={icon}
          label={label}
          tabIndex={key === stop ? 0 : -1}
          aria-pressed={state.on.includes(key)}
          onFocus={() => setStop(key)}
          // Keeps the selection while the mouse presses.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor.chain()).run()}
        />
      ))}
      <ColourMenu editor={editor} current={state.colour} />
    </div>
  );
}
