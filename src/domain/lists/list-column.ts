/** Finds the column that names a list's entries. Lists have headings in many spellings, or none. */
import { withoutUnseen } from '../visible-text.ts';

/** `line`: the line of the file on which the row begins, from 1. */
export type ListRow = { line: number; cells: readonly string[] };

/** `heading`: the index of the row with the headings; undefined for a list without headings. */
export type ListColumn = { heading: number | undefined; column: number };

/** The kinds of columns that lists of people and devices have. */
export type ColumnKind = 'serialNumber' | 'hostname' | 'email' | 'personName' | 'id';

/** Headings without blanks, signs and diacritics. `parts`: a longer heading may contain them. */
const HEADINGS: Record<ColumnKind, { whole: readonly string[]; parts: readonly string[] }> = {
  serialNumber: {
    whole: ['sn', 'snr', 'sernr', 'serno', 'serie', 'n serie', 'no serie', 'servicetag', 'sarjanumero'],
    parts: [
      ...[
        'serial',
        'seriennummer',
        'seriennr',
        'serienummer',
        'serienr',
        'numerodeserie',
        'numdeserie',
        'ndeserie',
      ],
      ...[
        'nodeserie',
        'nrdeserie',
        'numerodiserie',
        'numeroserie',
        'numerseryjny',
        'nrseryjny',
        'seriovecislo',
      ],
      ...['vyrobnicislo', 'sorozatszam', 'serinumarasi', 'serino', 'серийный', 'серійний', 'σειριακ'],
      ...[
        'מספרסידורי',
        'الرقمالتسلسلي',
        'シリアル',
        '製造番号',
        '序列号',
        '序列號',
        '序號',
        '일련번호',
        '시리얼',
      ],
    ],
  },
  hostname: {
    whole: ['name', 'host', 'computer', 'device', 'machine', 'pc', 'geratename', 'geraetename', 'rechner'],
    parts: [
      ...['hostname', 'computername', 'devicename', 'machinename', 'pcname', 'rechnername', 'computernaam'],
      ...[
        'apparaatnaam',
        'nomdelordinateur',
        'nomdelappareil',
        'nomdhote',
        'nombredelequipo',
        'nombredehost',
      ],
      ...['nombredeldispositivo', 'nomedocomputador', 'nomedispositivo', 'nomecomputer', 'nomehost'],
      ...['nazwakomputera', 'имякомпьютера', 'コンピューター名', '计算机名'],
    ],
  },
  email: {
    whole: ['mail', 'upn', 'correo', 'eposta'],
    parts: [
      ...[
        'email',
        'mailaddress',
        'mailadresse',
        'epost',
        'courriel',
        'correoelectronico',
        'userprincipalname',
      ],
      ...['postaelettronica', 'почта', 'メール', '邮箱', '电子邮件', '電子郵件', '이메일', 'البريد', 'דואל'],
    ],
  },
  personName: {
    whole: [
      'name',
      'student',
      'pupil',
      'user',
      'nombre',
      'nom',
      'nome',
      'naam',
      'schuler',
      'schueler',
      'eleve',
    ],
    parts: ['fullname', 'displayname', 'studentname', 'pupilname', 'username', 'schulername', '氏名', '姓名'],
  },
  id: { whole: ['id', 'userid', 'deviceid', 'clientid'], parts: [] },
};

/** Unifies spellings such as `Serial-Nr. [required]` and `serial_nr`. */
function plainHeading(cell: string): string {
  const plain = (text: string) =>
    withoutUnseen(text)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  return plain(cell.replace(/[[(].*$/s, '')) || plain(cell);
}

const PLAIN_HEADINGS = new Map(
  Object.entries(HEADINGS).map(([kind, { whole, parts }]) => [
    kind,
    { whole: whole.map(plainHeading), parts: parts.map(plainHeading) },
  ]),
);

/** A heading is short and has no digits, unlike entries such as SERIAL-7. */
function isHeading(cell: string, kind: ColumnKind): boolean {
  if (cell.length > 60 || /\p{Nd}/u.test(cell)) return false;
  const heading = plainHeading(cell);
  const { whole = [], parts = [] } = PLAIN_HEADINGS.get(kind) ?? {};
  return whole.includes(heading) || parts.some((part) => heading.includes(part));
}

/** Titles and notes may fill the first lines, above the headings. */
const MAX_LINES_ABOVE = 10;

/**
 * The column with a heading of the first of `kinds` that has known entries. If no such column has any: the
 * column with the most known entries, or else the first one with a heading and an entry, or else the first.
 * `isKnown` also prevents taking an entry for a heading.
 */
export function findColumn(
  rows: readonly ListRow[],
  kinds: readonly ColumnKind[],
  isKnown: (entry: string) => boolean,
): ListColumn {
  const hits = Array.from({ length: columnCount(rows) }, () => 0);
  for (const { cells } of rows)
    for (const [column, cell] of cells.entries())
      if (isKnown(cleanEntry(cell))) hits[column] = (hits[column] ?? 0) + 1;
  const headed = kinds.flatMap((kind) => headedColumns(rows, kind, isKnown));
  const known = headed.find(({ column }) => (hits[column] ?? 0) > 0);
  if (known) return known;
  const most = Math.max(0, ...hits);
  if (most > 0) return { heading: headed[0]?.heading, column: hits.indexOf(most) };
  const filled = headed.find((place) => columnEntries(rows, place).entries.length > 0);
  return filled ?? headed[0] ?? { heading: undefined, column: 0 };
}

/** The columns with a heading of this kind, best first: `Serial Number` before `Serial number of the screen`. */
function headedColumns(
  rows: readonly ListRow[],
  kind: ColumnKind,
  isKnown: (entry: string) => boolean,
): ListColumn[] {
  return rows.slice(0, MAX_LINES_ABOVE).flatMap(({ cells }, heading) =>
    cells
      .map((cell, column) => ({ heading, column, length: plainHeading(cell).length, cell }))
      .filter(({ cell }) => isHeading(cell, kind) && !isKnown(cleanEntry(cell)))
      .sort((one, other) => one.length - other.length || one.column - other.column)
      .map(({ column }) => ({ heading, column })),
  );
}

export const columnCount = (rows: readonly ListRow[]): number =>
  rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);

/** The entries of the column in their order, each once. `blank`: the lines without an entry. */
export function columnEntries(
  rows: readonly ListRow[],
  { heading, column }: ListColumn,
): { entries: string[]; blank: number[] } {
  const entries = new Set<string>();
  const blank: number[] = [];
  for (const { line, cells } of rows.slice(heading === undefined ? 0 : heading + 1)) {
    const entry = cleanEntry(cells[column] ?? '');
    if (entry === '') blank.push(line);
    else entries.add(entry);
  }
  return { entries: [...entries], blank };
}

/** Typographic marks are those of word processors. */
const QUOTED = /^(?:="([^"]*)"|["“”„«»]([^"“”„«»]*)["“”„«»]|['‘’‚]([^'‘’‚]*)['‘’‚])$/;

/**
 * Removes invisible characters, quotation marks around the entry, and the marks of spreadsheets: `="007"`, or
 * the `'` before a number or formula.
 */
export function cleanEntry(cell: string): string {
  const text = withoutUnseen(cell);
  const quoted = QUOTED.exec(text)?.slice(1).join('');
  return (quoted ?? text).replace(/^'(?=[\d=+\-@])/, '').trim();
}
