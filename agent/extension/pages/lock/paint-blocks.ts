import type { TextBlock, TextRun } from '../../../core/rich-text/rich-text.ts';

const TAGS = ['p', 'h2', 'h3', 'h4'] as const;

/** Builds the elements of rich text that the core has parsed. It contains no HTML. */
export const paintBlocks = (blocks: readonly TextBlock[]): HTMLElement[] =>
  blocks.map(({ heading, align, depth, marker, runs }) => {
    const block = document.createElement(TAGS[heading]);
    block.style.textAlign = align;
    block.style.paddingInlineStart = `${depth * 1.5}em`;
    if (marker !== undefined) block.append(`${marker} `);
    block.append(...runs.map(paintRun));
    return block;
  });

function paintRun({ text, bold, italic, underline, strike, color }: TextRun): HTMLElement {
  const run = document.createElement('span');
  run.textContent = text;
  if (bold) run.style.fontWeight = '700';
  if (italic) run.style.fontStyle = 'italic';
  run.style.textDecoration = [underline && 'underline', strike && 'line-through'].filter(Boolean).join(' ');
  if (color) run.style.color = color;
  return run;
}
