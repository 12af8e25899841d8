import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pastedHtml } from './pasted-html.ts';
import { RichTextEditor } from './rich-text-editor.tsx';

const wordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}` +
  `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>` +
  `<span lang=EN-GB>${text}<o:p></o:p></span></p>\n`;
const WORD =
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head>` +
  `<meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm} --></style></head>` +
  `<body lang=EN-GB><!--StartFragment--><p class=MsoNormal><b>Bring</b><o:p></o:p></p>\n` +
  wordItem(1, '·', 'a pen') +
  wordItem(2, 'o', 'blue') +
  wordItem(1, '·', 'paper') +
  `<p class=MsoNormal>Then <a href="https://school.example/plan">read the plan</a>.<o:p></o:p></p>\n` +
  wordItem(1, '1.', 'open') +
  wordItem(1, '2.', 'close') +
  `<!--EndFragment--></body></html>`;

const DOCS =
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1b2c"><p dir="ltr"><span style="font-weight:400">Today</span></p>` +
  `<ul style="margin-top:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li>` +
  `<ul><li dir="ltr" aria-level="2"><p role="presentation"><span>one and a half</span></p></li></ul>` +
  `<li dir="ltr" aria-level="1"><p role="presentation"><span>two</span></p></li></ul>` +
  `<div dir="ltr"><table><colgroup><col width="1"/></colgroup><tbody><tr><td><p><span>8:00</span></p></td><td><p><span>Maths</span></p><p>room 7</p></td></tr>` +
  `<tr><td><p>9:00</p></td><td><p><a href="https://art.example/">Art</a></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`;

const EXCEL =
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td {mso-ignore:padding}</style></head><body link="#0563C1">` +
  `<table border=0 cellpadding=0 cellspacing=0 width=128><!--StartFragment--><col width=64><tr height=20><td height=20 class=xl65>Name</td><td>Room</td></tr>` +
  `<tr height=20><td height=20>Ana</td><td align=right x:num>7</td></tr><tr><td></td><td></td></tr><!--EndFragment--></table></body></html>`;

const CALC =
  `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 7.4 (Linux)"/></head><body><table cellspacing="0" border="0"><colgroup span="2" width="85"></colgroup>` +
  `<tr>\n<td height="17" align="left">Ana</td>\n<td align="right" sdval="7" sdnum="1033;">7</td>\n</tr></table></body></html>`;

const WRITER =
  `<html><head><meta name="generator" content="LibreOffice 7.4"/><style type="text/css">p { line-height: 115% }</style></head><body>` +
  `<ol>\n\t<li><p style="line-height: 100%">first</p></li>\n\t<li><p>second <a href="mailto:ana@school.example">Ana</a></p></li>\n</ol></body></html>`;

/** The text of the editor after the paste: blocks by line, with the names of their lists. */
async function pasted(html: string): Promise<string[]> {
  render(<RichTextEditor label="Text" initial="" onChange={() => {}} />);
  const editor = await screen.findByRole('textbox', { name: 'Text' });
  const getData = (type: string) => (type === 'text/html' ? html : '');
  fireEvent.paste(editor, { clipboardData: { getData, types: ['text/html'], files: [], items: [] } });
  return [...editor.querySelectorAll('p')]
    .map((paragraph) => {
      const lists = [];
      for (let each = paragraph.parentElement; each && each !== editor; each = each.parentElement)
        if (each.tagName !== 'LI') lists.unshift(each.tagName.toLowerCase());
      return [...lists, paragraph.textContent?.replace(/\s+/g, ' ').trim()].join(' ');
    })
    .filter((line) => line !== '');
}

test.each([
  [
    'Word',
    WORD,
    [
      'Bring',
      'ul a pen',
      'ul ul blue',
      'ul paper',
      'Then read the plan (https://school.example/plan).',
      'ol open',
      'ol close',
    ],
  ],
  [
    'Google Docs',
    DOCS,
    [
      'Today',
      'ul one',
      'ul ul one and a half',
      'ul two',
      '8:00 | Maths room 7',
      '9:00 | Art (https://art.example/)',
    ],
  ],
  ['Excel', EXCEL, ['Name | Room', 'Ana | 7']],
  ['LibreOffice Calc', CALC, ['Ana | 7']],
  ['LibreOffice Writer', WRITER, ['ol first', 'ol second Ana (ana@school.example)']],
])('a text from %s keeps its lists, lines and addresses', async (_, html, expected) => {
  expect(await pasted(html)).toEqual(expected);
});

test('an address that is its own text is not written twice, and others are no addresses', () => {
  const html = [
    '<a href="https://school.example/">school.example</a>',
    '<a href="mailto:a@b.example">a@b.example</a>',
    '<a href="#_Toc1">part 1</a>',
    '<a href="javascript:alert(1)">press</a>',
    '<a href="file:///C:/a.doc">file</a>',
    '<a href="https://pictures.example/"><img src="x"></a>',
  ].join('<br>');
  expect(new DOMParser().parseFromString(pastedHtml(html), 'text/html').body.textContent).toBe(
    'school.examplea@b.examplepart 1pressfilehttps://pictures.example/',
  );
});

test('a box of one cell keeps its paragraphs, and a table in a cell its words', () => {
  expect(pastedHtml('<table><tr><td><p>a</p><p>b</p></td></tr></table>')).toBe('<p>a</p><p>b</p>');
  const inner = '<table><tr><td>b</td><td>c</td></tr></table>';
  expect(pastedHtml(`<table><caption>T</caption><tr><td>a</td><td>${inner}</td></tr></table>`)).toBe(
    '<p>T</p><p>a | b | c</p>',
  );
});
