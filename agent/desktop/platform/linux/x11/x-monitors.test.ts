import { expect, it } from 'vitest';
import { monitorsOf } from './x-monitors.ts';

type Wanted = { name: number; isPrimary: boolean; x: number; outputs: number };

function replyOf(monitors: readonly Wanted[]): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(monitors.length, 4);
  const bodies = monitors.map(({ name, isPrimary, x, outputs }) => {
    const body = Buffer.alloc(24 + outputs * 4);
    body.writeUInt32LE(name, 0);
    body.writeUInt8(isPrimary ? 1 : 0, 4);
    body.writeUInt16LE(outputs, 6);
    body.writeInt16LE(x, 8);
    body.writeUInt16LE(1_280, 12);
    body.writeUInt16LE(720, 14);
    return body;
  });
  return Buffer.concat([header, ...bodies]);
}

it('reads monitors with any number of outputs, also left of the first one', () => {
  const size = { y: 0, width: 1_280, height: 720 };
  const reply = replyOf([
    { name: 70, isPrimary: true, x: 0, outputs: 2 },
    { name: 71, isPrimary: false, x: -1_280, outputs: 0 },
  ]);
  expect(monitorsOf(reply)).toEqual([
    { name: 70, isPrimary: true, x: 0, ...size },
    { name: 71, isPrimary: false, x: -1_280, ...size },
  ]);
});
