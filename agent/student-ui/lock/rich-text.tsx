import type { CSSProperties } from 'react';
import type { TextBlock, TextRun } from '../../core/rich-text/rich-text.ts';
import styles from './rich-text.module.css';

const TAGS = ['p', 'h2', 'h3', 'h4'] as const;

/** Renders rich text that the core has parsed. It contains no HTML. */
export function RichText({ blocks }: { blocks: readonly TextBlock[] }) {
  return (
    <div className={styles.text}>
      {blocks.map((block, i) => {
        const Tag = TAGS[block.heading];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change their order
          <Tag key={i} style={{ textAlign: block.align, paddingInlineStart: `${block.depth * 1.5}em` }}>
            {block.marker === undefined ? null : `${block.marker} `}
            {block.runs.map((run, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <span key={n} style={styleOf(run)}>
                {run.text}
              </span>
            ))}
          </Tag>
        );
      })}
    </div>
  );
}

function styleOf({ bold, italic, underline, strike, color }: TextRun): CSSProperties {
  const lines = [underline && 'underline', strike && 'line-through'].filter(Boolean).join(' ');
  return {
    ...(bold && { fontWeight: 700 }),
    ...(italic && { fontStyle: 'italic' }),
    ...(lines && { textDecoration: lines }),
    // The colour is used unchanged, because the tutor's preview is as dark as the locked screen.
    ...(color && { color }),
  };
}
