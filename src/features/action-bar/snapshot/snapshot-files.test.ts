import { describe, expect, test } from 'vitest';
import { snapshotFiles, type Taken } from './snapshot-files.ts';

const JPEG = [0xff, 0xd8, 0xff, 0xe0, 1];
const picture = (bytes: readonly number[] = JPEG, contentType = 'image/jpeg') => ({
  display: 'd',
  contentType,
  bytes: new Uint8Array(bytes),
});
const taken = (clientId: string, more: Partial<Taken> = {}): Taken => ({
  clientId,
  pictures: [],
  code: undefined,
  ...more,
});
const names = (...all: string[]) => new Map(all.map((name, i) => [`c${i}`, name]));

describe('the files of snapshots', () => {
  test('are called like the devices, each once, with the extension .jpeg', () => {
    const pictures = [picture()];
    const { files, missing } = snapshotFiles(
      [taken('c1', { pictures }), taken('c0', { pictures }), taken('c2', { pictures })],
      names('Ada', 'ada', '../<b>\u202eBo/'),
    );
    expect(files.map(({ name }) => name)).toEqual(['Ada.jpeg', 'ada (2).jpeg', 'b Bo.jpeg']);
    expect([...(files[0]?.bytes ?? [])]).toEqual(JPEG);
    expect(files[0]?.bytes).toBe(pictures[0]?.bytes);
    expect(missing).toEqual([]);
  });

  test('of a name of ten thousand characters stay short', () => {
    const { files } = snapshotFiles([taken('c0', { pictures: [picture()] })], names('x'.repeat(10_000)));
    expect(files[0]?.name).toHaveLength(120);
  });

  test('are missing where privacy is on, where nobody answered, and where the picture is none', () => {
    const { files, missing } = snapshotFiles(
      [
        taken('c0', { code: 'privacy' }),
        taken('c2', { pictures: [picture([0x3c, 0x68, 0x74])] }),
        taken('c3', { pictures: [picture(JPEG, 'image/svg+xml')] }),
        taken('stranger', { pictures: [picture()] }),
      ],
      names('Ada', 'Bo', 'Cy', 'Di'),
    );
    expect(files).toEqual([]);
    expect(missing).toEqual([
      { name: 'Ada', isPrivate: true },
      { name: 'Bo', isPrivate: false },
      { name: 'Cy', isPrivate: false },
      { name: 'Di', isPrivate: false },
    ]);
  });
});
