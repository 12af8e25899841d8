import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeTarget } from '#peer/files/fakes/fake-file-world.ts';
import type { Direction, FileRecord } from '#peer/files/file-record.ts';
import { TransferFile } from './transfer-file.tsx';

const actions = {
  cancel: vi.fn(),
  retry: vi.fn(),
  resume: vi.fn(),
  clear: vi.fn(),
  save: vi.fn(),
  drop: vi.fn(),
};

// Either side may have ended it with the same word.
test.each<[Direction, string]>([
  ['send', 'The file could not be read, or not be written on the device'],
  ['collect', 'The file could not be read on the device, or not be written here'],
])('says where the file system may have said no: %s', (direction, text) => {
  const record: FileRecord = {
    id: 'r',
    direction,
    target: fakeTarget('a'),
    batchId: 'b',
    fileName: 'essay.docx',
    size: 1,
    state: { name: 'failed', problem: 'unreadable', bytes: 0 },
  };
  render(<TransferFile record={record} actions={actions} />);
  expect(screen.getByText(text)).toBeTruthy();
});
