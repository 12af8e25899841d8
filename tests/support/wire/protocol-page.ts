/**
 * Reads docs/protocol.md: its examples, the MQTT properties below each, and its tables. An example that has its id in the
 * heading, `action lock a-02: T/…`, holds the parameters of the action or the reply's own fields; it is read as a whole one.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Example, wholeExample } from './wire-examples.ts';

export type Table = { header: readonly string[]; rows: readonly (readonly string[])[] };
export type ProtocolPage = { text: string; examples: readonly Example[]; tables: readonly Table[] };

const PAGE = fileURLToPath(new URL('../../../docs/protocol.md', import.meta.url));

export const readProtocolPage = async () => parseProtocolPage(await readFile(PAGE, 'utf8'));

function parseProtocolPage(text: string): ProtocolPage {
  const examples = [...text.matchAll(/^```json title="(.+)"\n([\s\S]*?)^```(?=\n+(.*))/gm)].map(
    ([, title = '', json = '', next = '']): Example => {
      const [heading = '', place = ''] = title.split(/: (.*)/);
      const [, kind, id] = /^((?:action|reply) \w+) (a-\w+)$/.exec(heading) ?? [];
      const written = { title, place, value: JSON.parse(json), properties: propertiesOf(next) };
      return kind && id
        ? wholeExample({ ...written, kind }, id)
        : { ...written, kind: heading, isWhole: true };
    },
  );
  return { text, examples, tables: tablesOf(text) };
}

/** `QoS 1 · Retain · Correlation data `a-01``: a name in words, then its value, if it has one. */
function propertiesOf(line: string): Record<string, string> {
  if (!line.startsWith('QoS ')) return {};
  return Object.fromEntries(
    line.split(' · ').map((part) => {
      const [, name = part, value = ''] = /^(\D*?) ?(\d[\w ]*|`.*`)?$/.exec(part) ?? [];
      return [name, plain(value)];
    }),
  );
}

function tablesOf(text: string): Table[] {
  return [...text.matchAll(/^(?:\|.*\|\n){2,}/gm)].map(([lines]) => {
    const [header = [], , ...rows] = lines.trim().split('\n').map(cellsOf);
    return { header, rows };
  });
}

const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => plain(cell.trim()));
/** Without code marks, escapes and the targets of links. */
const plain = (cell: string) =>
  cell
    .replaceAll('`', '')
    .replaceAll('\\|', '|')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** The table that begins with this heading; there is exactly one. */
export function tableOf(page: ProtocolPage, heading: string): Table {
  const [table, ...others] = page.tables.filter(({ header }) => header[0] === heading);
  if (!table || others.length > 0)
    throw new Error(`The page has ${others.length + (table ? 1 : 0)} tables "${heading}"`);
  return table;
}
