/** The sanitiser in a real browser: no imitation of one parses hostile markup as browsers do. */
import type { Page } from '@playwright/test';
import { bundlePage } from '../../bench/page-bundle.ts';
import { expect, test } from '../../support/classroom/classroom.ts';

type Sanitiser = { safeHtml(html: string): string; isBlankHtml(html: string): boolean };

const bundled = bundlePage(new URL('../../../src/ui/rich-text/safe-html.ts', import.meta.url));

/** Sanitises each twice, puts the outcome into the document and says what became of it. */
async function sanitise(page: Page, inputs: readonly string[]) {
  await page.addScriptTag({ content: await bundled });
  return page.evaluate((all) => {
    const { safeHtml, isBlankHtml } = (globalThis as unknown as { lecternBench: Sanitiser }).lecternBench;
    Object.assign(globalThis, { alert: () => Object.assign(globalThis, { wasAlerted: true }) });
    return all.map((input) => {
      const once = safeHtml(input);
      const holder = document.body.appendChild(document.createElement('div'));
      holder.innerHTML = once;
      return {
        once,
        twice: safeHtml(once),
        shown: holder.innerHTML,
        isBlank: isBlankHtml(once),
        tags: [...holder.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()),
        attributes: [...holder.querySelectorAll('*')].flatMap((each) => each.getAttributeNames()),
        wasAlerted: 'wasAlerted' in globalThis,
      };
    });
  }, inputs);
}

const LONG = `<p>\u202e${'é😀'.repeat(5_000)}\u202c</p>`;
const WRITTEN =
  '<h1 style="text-align: center;">Look <em>here</em></h1><p><strong>a</strong><u>b</u><s>c</s><br>' +
  '<span style="color: #c92a2a;">red</span></p><ul><li><p>one</p></li></ul><ol><li><p>two</p></li></ol>' +
  '<blockquote><p>said</p></blockquote><h2>x</h2><h3>y</h3>';

const ROWS: readonly [what: string, html: string, safe: string][] = [
  ['what the editor writes', WRITTEN, WRITTEN],
  ['ten thousand letters, emoji and right-to-left marks', LONG, LONG],
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a handler', '<p onclick="alert(1)" onmouseover=alert(1)>a</p>', '<p>a</p>'],
  ['a picture that fails', '<p>a<img src=x onerror=alert(1)></p>', '<p>a</p>'],
  ['an svg with a script', '<svg><script>alert(1)</script></svg><p>a</p>', '<p>a</p>'],
  ['an svg that loads', '<svg onload=alert(1)>', ''],
  ['a javascript link', '<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
  ['a harmless link', '<p><a href="https://a.example">a</a></p>', '<p>a</p>'],
  ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe><p>a</p>', '<p>a</p>'],
  ['a form', '<form action="https://a.example"><input name=x><button>b</button></form>', 'b'],
  ['a style element', '<style>p{background:url(https://a.example)}</style><p>a</p>', '<p>a</p>'],
  ['an address in a style', '<p style="background:url(https://a.example)">a</p>', '<p>a</p>'],
  ['an address for a colour', '<p><span style="color:url(//a)">a</span></p>', '<p><span>a</span></p>'],
  ['an expression', '<p><span style="color:expression(alert(1))">a</span></p>', '<p><span>a</span></p>'],
  ['a style that covers the page', '<p style="position:fixed;inset:0">a</p>', '<p>a</p>'],
  ['the colour of a paragraph', '<p style="color:#ff0000">a</p>', '<p>a</p>'],
  ['a class, an id and data', '<p class="x" id="root" data-tip="x" aria-label="x">a</p>', '<p>a</p>'],
  ['a template', '<template><img src=x onerror=alert(1)></template><p>a</p>', '<p>a</p>'],
  ['meta and base', '<meta http-equiv=refresh content=0><base href="//a"><p>a</p>', '<p>a</p>'],
  [
    'a colour among other things',
    '<p><span style="COLOR: RGB(201, 42, 42); top: 0">a</span></p>',
    '<p><span style="color: #c92a2a;">a</span></p>',
  ],
  [
    'an alignment among other things',
    '<p style="top:0;text-align:right;color:red">a</p>',
    '<p style="text-align: right;">a</p>',
  ],
  [
    'a short colour',
    '<p><span style="color:#0aF">a</span></p>',
    '<p><span style="color: #00aaff;">a</span></p>',
  ],
];

test('only what is on the lists remains, letter by letter', async ({ page }) => {
  const outcomes = await sanitise(
    page,
    ROWS.map(([, html]) => html),
  );
  for (const [at, [what, , safe]] of ROWS.entries()) expect.soft(outcomes[at]?.once, what).toBe(safe);
  expect(outcomes.at(-1)?.wasAlerted).toBe(false);
});

/** Markup that becomes another one when it is parsed a second time. */
const MUTATING = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p><svg><foreignObject><p><style><!-- </style><img src=x onerror=alert(1)>-->',
  '<ul><li><table><tr><td><script>alert(1)</script>',
  '<p title="</p><img src=x onerror=alert(1)>">a</p>',
  '<<p>script>alert(1)<</p>/script>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<select><template><style><!--</style><a rel="--><img src=x onerror=alert(1)>">',
  '<p><strong><p><em></strong>a</p>',
];
const TAGS = new Set('p br h1 h2 h3 strong em u s ul ol li blockquote span'.split(' '));

test('what is parsed again stays what it was, and nothing of it runs', async ({ page }) => {
  const outcomes = await sanitise(page, MUTATING);
  for (const [at, { once, twice, shown, tags, attributes }] of outcomes.entries()) {
    expect.soft(twice, MUTATING[at]).toBe(once);
    expect.soft(shown, MUTATING[at]).toBe(once);
    expect
      .soft(
        tags.filter((tag) => !TAGS.has(tag)),
        MUTATING[at],
      )
      .toEqual([]);
    expect.soft(attributes, MUTATING[at]).toEqual([]);
  }
  expect(outcomes.at(-1)?.wasAlerted).toBe(false);
});

test('an editor’s empty paragraphs are no message', async ({ page }) => {
  const outcomes = await sanitise(page, ['', '<p></p>', '<p> </p><p><br></p>', '<p>a</p>']);
  expect(outcomes.map(({ isBlank }) => isBlank)).toEqual([true, true, true, false]);
});
