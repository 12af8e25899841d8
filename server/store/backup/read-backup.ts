/** Reads a backup line by line and verifies at its end that it is complete. */
import { createHash, type Hash } from 'node:crypto';
import * as v from 'valibot';
import {
  BACKUP_FORMAT,
  type BackupBegin,
  type BackupEnd,
  type BackupRow,
  beginSchema,
  lineSchema,
} from './backup-lines.ts';
import { hashRow } from './write-backup.ts';

/** The file is not a backup, is truncated or was changed. The message is displayed at the terminal. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
}

export type BackupVisitor = {
  table?(name: string, columns: readonly string[]): Promise<void>;
  row?(row: BackupRow): Promise<void>;
  picture?(key: string, type: string, bytes: Buffer): Promise<void>;
};

export type ReadBackup = BackupBegin & BackupEnd & { key: string | undefined };

type ReadState = {
  visitor: BackupVisitor;
  whole: Hash;
  found: Omit<BackupEnd, 'sha256'>;
  table: { name: string; rows: number; width: number; hash: Hash } | undefined;
  key: string | undefined;
  end: BackupEnd | undefined;
};

/** `lines` have no line ends. After a `DamagedBackup`, do not trust any line that was visited before. */
export async function readBackup(
  lines: AsyncIterable<string>,
  visitor: BackupVisitor = {},
): Promise<ReadBackup> {
  let begin: BackupBegin | undefined;
  const state: ReadState = {
    visitor,
    whole: createHash('sha256'),
    found: { tables: {}, pictures: {} },
    table: undefined,
    key: undefined,
    end: undefined,
  };
  try {
    for await (const text of lines) {
      if (state.end) throw new DamagedBackup('There is something behind its end.');
      const value: unknown = JSON.parse(text);
      if (begin === undefined) begin = beginOf(value);
      else await take(state, value);
      if (!state.end) state.whole.update(text).update('\n');
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw new DamagedBackup('A line of it is no JSON.', { cause: error });
    // zlib reports that the file is not gzip, or ends too early.
    if (/^Z_/.test((error as NodeJS.ErrnoException).code ?? ''))
      throw new DamagedBackup('It cannot be decompressed.', { cause: error });
    throw error;
  }
  const { end, found, whole, key } = state;
  if (!begin || !end) throw new DamagedBackup('Its end is missing.');
  if (end.sha256 !== whole.digest('hex')) throw new DamagedBackup('Its content is not what was written.');
  if (JSON.stringify([found.tables, found.pictures]) !== JSON.stringify([end.tables, end.pictures]))
    throw new DamagedBackup('A table or a picture in it is not what was written.');
  return { ...begin, ...end, key };
}

function beginOf(value: unknown): BackupBegin {
  const parsed = v.safeParse(beginSchema, value);
  if (!parsed.success) throw new DamagedBackup('It does not begin as a backup of Lectern.');
  if (parsed.output.format > BACKUP_FORMAT)
    throw new DamagedBackup(
      `It was made by a newer version (${parsed.output.version}) in a form that this one cannot read.`,
    );
  return parsed.output;
}

async function take(state: ReadState, value: unknown): Promise<void> {
  const parsed = v.safeParse(lineSchema, value);
  if (!parsed.success) throw new DamagedBackup('A line of it is none of a backup.');
  const line = parsed.output;
  if (Array.isArray(line)) {
    const { table } = state;
    if (table === undefined || line.length !== table.width) throw new DamagedBackup('A row is of no table.');
    table.rows += 1;
    hashRow(table.hash, line);
    return state.visitor.row?.(line);
  }
  endTable(state);
  if ('table' in line) {
    state.table = { name: line.table, rows: 0, width: line.columns.length, hash: createHash('sha256') };
    return state.visitor.table?.(line.table, line.columns);
  }
  if ('picture' in line) {
    const bytes = Buffer.from(line.base64, 'base64');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    state.found.pictures[line.picture] = { bytes: bytes.byteLength, sha256 };
    return state.visitor.picture?.(line.picture, line.type, bytes);
  }
  if ('key' in line) state.key = line.key;
  else state.end = line.end;
}

function endTable(state: ReadState): void {
  const { table } = state;
  if (table) state.found.tables[table.name] = { rows: table.rows, sha256: table.hash.digest('hex') };
  state.table = undefined;
}
