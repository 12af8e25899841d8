/** The words of the rich-text editor. */
export const m = {
  formatting: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  heading: (p: { level: number }) => `Heading ${p.level}`,
  bulletList: 'Bullet list',
  orderedList: 'Numbered list',
  left: 'Align left',
  center: 'Align centre',
  right: 'Align right',
  colour: 'Text colour',
  plain: 'No colour',
  hint: 'Tab leaves the editor, Shift+Tab goes to its toolbar',
} as const;
