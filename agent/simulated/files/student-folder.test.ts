import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#protocol/transfer/digest.ts';
import type { FileSink } from '#protocol/transfer/files.ts';
import { CHUNK_BYTES } from '#protocol/transfer/transfer.ts';
import { createStudentFiles } from '../student-files.ts';
import { createClassFolders } from './class-folders.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-test-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => i * 31);
const whole = bytes(CHUNK_BYTES * 2 + 100);
const offer = { id: 'f1', name: 'essay.docx', size: whole.length, version: 'v1', chunks: 3 };
const chunkOf = (index: number) => whole.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
async function write(sink: FileSink, ...chunks: number[]) {
  for (const index of chunks) await sink.write(index, chunkOf(index), await sha256(chunkOf(index)));
}
const hexOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

describe('a student’s folder', () => {
  it('keeps a file that came, whole, under its name', async () => {
    const folder = createClassFolders(root).of('RS-1');
    const sink = await folder.sink(offer, 'Downloads');
    expect([sink.kept, folder.openFiles()]).toEqual([[], 1]);
    await write(sink, 0, 1, 2);
    await sink.finish();
    const path = join(root, 'RS-1', 'Downloads', 'essay.docx');
    expect(folder.received()).toEqual([
      { path, name: 'essay.docx', size: whole.length, sha256: hexOf(whole) },
    ]);
    expect(hexOf(await readFile(path))).toBe(hexOf(whole));
    expect(await readdir(join(root, 'RS-1', '.parts'))).toEqual([]);
    expect(folder.openFiles()).toBe(0);
  });

  it('goes on where a file broke off, also in another run', async () => {
    const first = await createClassFolders(root).of('RS-1').sink(offer, 'Downloads');
    await write(first, 0, 1);
    await first.pause();
    const folder = createClassFolders(root).of('RS-1');
    const second = await folder.sink(offer, 'Downloads');
    expect(second.kept).toEqual([await sha256(chunkOf(0)), await sha256(chunkOf(1))]);
    await write(second, 2);
    await second.finish();
    expect(folder.received()).toMatchObject([{ sha256: hexOf(whole) }]);
  });

  it('counts only chunks whose bytes are there', async () => {
    const folder = createClassFolders(root).of('RS-1');
    const sink = await folder.sink(offer, 'Downloads');
    await write(sink, 0, 1);
    await sink.pause();
    const [part = ''] = (await readdir(join(root, 'RS-1', '.parts'))).filter((name) =>
      name.endsWith('.part'),
    );
    await truncate(join(root, 'RS-1', '.parts', part), CHUNK_BYTES + 5);
    const again = await folder.sink(offer, 'Downloads');
    expect(again.kept).toHaveLength(1);
    await again.discard();
    expect(await readdir(join(root, 'RS-1', '.parts'))).toEqual([]);
  });

  it('begins anew where the file is another one than before', async () => {
    const folder = createClassFolders(root).of('RS-1');
    const sink = await folder.sink(offer, 'Downloads');
    await write(sink, 0);
    await sink.pause();
    const other = await folder.sink({ ...offer, version: 'v2' }, 'Downloads');
    expect(other.kept).toEqual([]);
    await other.discard();
  });

  it('does not take the same file twice at once', async () => {
    const folder = createClassFolders(root).of('RS-1');
    const sink = await folder.sink(offer, 'Downloads');
    await expect(folder.sink(offer, 'Downloads')).rejects.toThrow('coming already');
    await sink.pause();
    await (await folder.sink(offer, 'Downloads')).discard();
  });

  it('gives a number to a name that is taken, and lets no name out', async () => {
    const folder = createClassFolders(root).of('..');
    for (const name of ['a.txt', 'a.txt', '../../../a.txt']) {
      const sink = await folder.sink(
        { ...offer, id: `id ${Math.random()}`, name, size: 0, chunks: 1 },
        'Downloads',
      );
      await sink.write(0, new Uint8Array(0), await sha256(new Uint8Array(0)));
      await sink.finish();
    }
    const names = ['a.txt', 'a (2).txt', '_.._.._a.txt'];
    expect(folder.received().map(({ name }) => name)).toEqual(names);
    expect((await readdir(join(root, 'file', 'Downloads'))).toSorted()).toEqual(names.toSorted());
    expect(await readdir(root)).toEqual(['file']);
  });

  it('is made when the first file comes, and a temporary one goes with its class', async () => {
    const folders = createClassFolders();
    const folder = folders.of('RS-1');
    expect(await folder.list('Downloads')).toEqual([]);
    const sink = await folder.sink({ ...offer, size: 0, chunks: 1 }, 'Downloads');
    await sink.finish();
    const [received] = folder.received();
    expect(received?.path.startsWith(tmpdir())).toBe(true);
    await folders.remove();
    await expect(readFile(received?.path ?? '')).rejects.toThrow('ENOENT');
  });
});

describe('the files of a student', () => {
  const create = () => {
    const folder = createClassFolders(root).of('RS-1');
    return { folder, files: createStudentFiles({ seed: 'a', userName: 'Maya Lind', folder }) };
  };

  it('list what was sent where it was sent to, and can be collected again', async () => {
    const { files, folder } = create();
    const sink = await folder.sink(offer, files.placeFor('%desktop%'));
    await write(sink, 0, 1, 2);
    await sink.finish();
    const sent = { fileName: 'essay.docx', location: 'C:\\Users\\maya.lind\\Desktop', size: whole.length };
    expect((await files.list('%desktop%'))?.at(-1)).toEqual(sent);
    expect(await files.list('%downloads%')).not.toContainEqual(
      expect.objectContaining({ size: whole.length }),
    );
    const source = await files.source(sent, 'r1');
    expect(source).toMatchObject({ id: 'r1', name: 'essay.docx', size: whole.length });
    expect(await source?.read(CHUNK_BYTES, 10)).toEqual(whole.slice(CHUNK_BYTES, CHUNK_BYTES + 10));
  });

  it('take what is sent to a folder that is not there into Downloads', () => {
    const { files } = create();
    expect(['%downloads%', '%DESKTOP%', 'D:\\', '..\\..', '%documents%\\School'].map(files.placeFor)).toEqual(
      ['Downloads', 'Desktop', 'Downloads', 'Downloads', 'Documents\\School'],
    );
  });

  it('hold made-up bytes of the listed size, the same from wherever they are read', async () => {
    const { files } = create();
    const listed = (await files.list('%documents%')) ?? [];
    const [file] = listed.toSorted((a, b) => a.size - b.size);
    const source = file && (await files.source(file, 'r1'));
    if (!source) throw new Error('Nothing to read');
    const all = await source.read(0, source.size);
    expect(all).toHaveLength(source.size);
    expect(hexOf(all)).toBe(files.sha256(file));
    for (const at of [0, 1, 2, 3, 101]) expect(await source.read(at, 50)).toEqual(all.slice(at, at + 50));
    const [other] = listed.filter(({ fileName }) => fileName !== file.fileName);
    expect(other && (await files.source(other, 'r'))?.read(0, 50)).not.toEqual(all.slice(0, 50));
  });

  it('hand out nothing that is not listed', async () => {
    const { files, folder } = create();
    const location = 'C:\\Users\\maya.lind\\Downloads';
    const sink = await folder.sink(offer, 'Desktop');
    await sink.finish();
    for (const fileName of ['../Desktop/essay.docx', 'nothing.txt', '..', '../../.parts', '/etc/passwd'])
      expect(await files.source({ fileName, location, size: 1 }, 'r'), fileName).toBeUndefined();
    expect(await files.source({ fileName: 'passwd', location: '/etc', size: 1 }, 'r')).toBeUndefined();
  });
});
