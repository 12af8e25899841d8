import { describe, expect, it } from 'vitest';
import { MAX_TEXT_LENGTH, richText } from './html-text.ts';
import { type TextBlock, wordsOf } from './rich-text.ts';

const plain = { heading: 0, align: 'left', depth: 0 } as const;
const words = (html: string) => wordsOf(richText(html));
const block = (more: Partial<TextBlock>): TextBlock => ({ ...plain, runs: [], ...more });

describe('the words of a rich text', () => {
  it.each([
    ['<p>One</p><p>Two<br>Three</p>', 'One\nTwo\nThree'],
    ['<p>One</p><p></p><p>Two</p>', 'One\n\nTwo'],
    ['a &lt;b&gt; &amp;amp; &#233; &#x1F512;', 'a <b> &amp; é 🔒'],
    ['<ul><li>x</li><li>y</li></ul>', 'x\ny'],
    ['plain words', 'plain words'],
    ['', ''],
    ['<p> </p><p></p>', ''],
  ])('of %j are %j', (html, expected) => {
    expect(words(html)).toBe(expected);
  });

  it.each([
    ['<script>alert(1)</script>safe<style>p{}</style>', 'safe'],
    ['<script>alert(1)', ''],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><script>x</script><text>no</text></svg>yes', 'yes'],
    ['<iframe src="javascript:x">no</iframe>yes', 'yes'],
    ['<a href="javascript:alert(1)">press</a>', 'press'],
    ['open <b', 'open'],
    ['<p title="a > b">in</p>', 'in'],
    ['<!-- <b>no</b> -->yes<!-- open', 'yes'],
    ['<!doctype html><?php no ?>yes', 'yes'],
    ['1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
    ['&#0;&#xd800;&#x202e;abc\u202edef\u2066', '&#0;&#xd800;abcdef'],
    ['</p></div>end</span>', 'end'],
    ['<p onclick="x" class="y" style="position:fixed;color:url(x)">text</p>', 'text'],
  ])('are all that is left of %j', (html, expected) => {
    expect(words(html)).toBe(expected);
    expect(richText(html).every((each) => each.runs.every((run) => run.color === undefined))).toBe(true);
  });

  it('are cut where nobody would read on, and never within a character', () => {
    const [first] = richText(`<p>${'😀'.repeat(10_000)}</p>`);
    const text = first?.runs[0]?.text ?? '';
    expect(text.length).toBeLessThanOrEqual(MAX_TEXT_LENGTH);
    expect(text).toMatch(/^(😀)+…$/u);
    expect(richText('<p>x</p>'.repeat(10_000)).length).toBeLessThanOrEqual(200);
  });

  it.each(['<a '.repeat(7_000), '<a "'.repeat(5_000), '&#'.repeat(10_000), '<ol><li>'.repeat(2_500)])(
    'of what is meant to take long are read at once: %.9s…',
    (html) => {
      const from = performance.now();
      richText(html);
      expect(performance.now() - from).toBeLessThan(1_000);
    },
  );
});

describe('the form of a rich text', () => {
  it('keeps bold, italic, underlined, struck and coloured words', () => {
    expect(
      richText(
        '<p>a <strong>b <em>c</em></strong> <u>d</u><s>e</s> <span style="font-size: 9px; color: rgb(255, 0, 10)">f</span></p>',
      ),
    ).toEqual([
      block({
        runs: [
          { text: 'a ' },
          { text: 'b ', bold: true },
          { text: 'c', bold: true, italic: true },
          { text: ' ' },
          { text: 'd', underline: true },
          { text: 'e', strike: true },
          { text: ' ' },
          { text: 'f', color: '#ff000a' },
        ],
      }),
    ]);
  });

  it('keeps headings and alignment', () => {
    expect(
      richText('<h1 style="text-align: center">A</h1><h5>B</h5><p style="text-align:right">C</p>'),
    ).toEqual([
      block({ heading: 1, align: 'center', runs: [{ text: 'A' }] }),
      block({ heading: 3, runs: [{ text: 'B' }] }),
      block({ align: 'right', runs: [{ text: 'C' }] }),
    ]);
  });

  it('keeps lists, one in another', () => {
    expect(
      richText('<ol><li><p>x</p><ul><li><p>y</p></li></ul></li><li><p>z</p></li></ol>').map(
        ({ marker, depth, runs }) => [marker, depth, runs[0]?.text],
      ),
    ).toEqual([
      ['1.', 1, 'x'],
      ['•', 2, 'y'],
      ['2.', 1, 'z'],
    ]);
  });

  it.each([
    ['red', '#ff0000'],
    ['#0f0', '#00ff00'],
    ['#A1B2C3', '#a1b2c3'],
    ['rgba(1, 2, 3, .5)', '#010203'],
    ['rgb(300, 0, 0)', undefined],
    ['var(--x)', undefined],
    ['constructor', undefined],
  ])('knows the colour %s as %s', (color, expected) => {
    expect(richText(`<span style="color: ${color}">x</span>`)[0]?.runs[0]?.color).toBe(expected);
  });
});

it('looks at the beginning of what is too long only', () => {
  expect(richText(`${'<b>'.repeat(7_000)}late`)).toEqual([]);
  expect(richText(`early${'<b>'.repeat(7_000)}`)[0]?.runs[0]?.text).toBe('early');
  const started = performance.now();
  richText('<a '.repeat(80_000));
  richText('<svg>'.repeat(50_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});
