/**
 * Converts HTML from word processors and spreadsheets for the editor: lists become lists, a table row becomes
 * a line, and a link gets its address behind its text.
 */

const NOT_TEXT = 'style, script, meta, link, title, xml, img, svg, object, iframe, colgroup, col';
/** Separates the cells of a row. */
const CELL_GAP = ' | ';
/** Word writes `mso-list: l0 level2 lfo1` at each paragraph of a list. */
const WORD_LIST = /mso-list:\s*\S+\s+level(\d+)/i;
const WORD_MARKER = /mso-list:\s*ignore/i;

export function pastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(NOT_TEXT)) element.remove();
  // Google Docs puts everything into a <b> that is not bold.
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]'))
    wrapper.replaceWith(...wrapper.childNodes);
  for (const link of body.querySelectorAll('a')) writeAddress(link);
  // Innermost tables first, so that their lines end up in the surrounding cell.
  for (const table of [...body.querySelectorAll('table')].reverse()) writeLines(table);
  makeWordLists(body);
  // Google Docs and older browsers put a nested list beside its item instead of into it.
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = list.previousElementSibling;
    if (item?.tagName === 'LI') item.append(list);
  }
  return body.innerHTML;
}

function writeAddress(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href')?.trim() ?? '';
  const text = textOf(link);
  const plain = (url: string) => url.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '');
  if (/^(?:https?:\/\/|mailto:)/i.test(address) && plain(address) !== plain(text))
    link.append(text === '' ? address : ` (${address.replace(/^mailto:/i, '')})`);
}

const textOf = (element: Element): string => element.textContent?.replace(/\s+/g, ' ').trim() ?? '';

function writeLines(table: HTMLTableElement): void {
  const rows = [...table.querySelectorAll('tr')];
  const cells = rows.map((row) => [...row.children]);
  const [only] = cells.flat();
  // A framed text is a table with a single cell.
  if (only !== undefined && cells.flat().length === 1) {
    table.replaceWith(...only.childNodes);
    return;
  }
  const lines = [textOf(table.caption ?? document.createElement('p')), ...cells.map(lineOf)];
  table.replaceWith(
    ...lines
      .filter((line) => line.replaceAll(CELL_GAP.trim(), '').trim() !== '')
      .map((line) => {
        const paragraph = document.createElement('p');
        paragraph.textContent = line;
        return paragraph;
      }),
  );
}

/** Paragraphs and breaks inside of a cell become blanks. Empty cells at the end of a row are dropped. */
function lineOf(cells: readonly Element[]): string {
  const texts = cells.map((cell) => {
    for (const block of cell.querySelectorAll('p, div, li, br')) block.after(' ');
    return textOf(cell);
  });
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).join(CELL_GAP);
}

const levelOf = (element: Element | null): number | undefined => {
  const [, level] = WORD_LIST.exec(element?.getAttribute('style') ?? '') ?? [];
  return level === undefined ? undefined : Number(level);
};

function makeWordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll('[style*="mso-list"]')].filter(
    (each) => levelOf(each) !== undefined && each.tagName !== 'LI',
  );
  /** The open lists, from the outermost inwards. */
  let open: HTMLElement[] = [];
  let before: Element | undefined;
  for (const item of items) {
    const level = Math.max(1, Math.min(levelOf(item) ?? 1, open.length + 1));
    const follows = before !== undefined && item.previousElementSibling === before;
    if (!follows) open = [];
    const isNumbered = takeMarker(item);
    open = open.slice(0, follows ? level : 0);
    const entry = document.createElement('li');
    const paragraph = document.createElement('p');
    paragraph.append(...item.childNodes);
    entry.append(paragraph);
    if (open.length < level) {
      const list = document.createElement(isNumbered ? 'ol' : 'ul');
      const around = open.at(-1)?.lastElementChild;
      if (around) around.append(list);
      else item.before(list);
      open.push(list);
    }
    open.at(-1)?.append(entry);
    before = open[0];
    item.remove();
  }
}

/** Removes the bullet or number that Word writes as text. Returns whether it was a number or a letter. */
function takeMarker(item: Element): boolean {
  const marker = [...item.querySelectorAll('[style]')].find((each) =>
    WORD_MARKER.test(each.getAttribute('style') ?? ''),
  );
  const text = marker === undefined ? '' : textOf(marker);
  marker?.remove();
  // A bullet in Courier New is the letter o alone.
  return /^\(?[\p{L}\p{N}]+[.)]/u.test(text);
}
