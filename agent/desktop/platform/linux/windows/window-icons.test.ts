import { expect, it } from 'vitest';
import { bestIcon } from './window-icons.ts';

/** The property `_NET_WM_ICON` with square icons of these sizes. */
function propertyOf(...sizes: readonly number[]): Buffer {
  return Buffer.concat(
    sizes.map((size) => {
      const icon = Buffer.alloc(8 + size * size * 4);
      icon.writeUInt32LE(size, 0);
      icon.writeUInt32LE(size, 4);
      return icon;
    }),
  );
}

it('takes the smallest icon that is large enough, else the largest', () => {
  expect(bestIcon(propertyOf(16, 48, 32, 128))?.width).toBe(32);
  expect(bestIcon(propertyOf(16, 24))?.width).toBe(24);
});

it('ignores what is cut off, empty or absurd', () => {
  expect(bestIcon(propertyOf(16, 32).subarray(0, -1))?.width).toBe(16);
  expect(bestIcon(Buffer.alloc(0))).toBeUndefined();
  expect(bestIcon(Buffer.alloc(64))).toBeUndefined();
  expect(bestIcon(Buffer.alloc(64, 0xff))).toBeUndefined();
});
