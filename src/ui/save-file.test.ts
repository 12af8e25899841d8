// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

test('a file keeps its name: the browser is not told a type whose extension it would add', async () => {
  vi.useFakeTimers();
  const made = vi.spyOn(URL, 'createObjectURL');
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  saveFile(new Blob(['all:'], { type: 'text/plain' }), 'Makefile');
  saveFile(new Blob(['all:']), 'no-extension');
  expect(names).toEqual(['Makefile', 'no-extension']);
  const saved = made.mock.calls.map(([file]) => file as Blob);
  expect(saved.map(({ type, size }) => [type, size])).toEqual([
    ['application/octet-stream', 4],
    ['application/octet-stream', 4],
  ]);
  vi.useRealTimers();
});
