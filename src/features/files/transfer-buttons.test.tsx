import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeTarget } from '#peer/files/fakes/fake-file-world.ts';
import type { FileRecord, FileState } from '#peer/files/file-record.ts';
import { TransferButtons } from './transfer-buttons.tsx';

const record = (state: FileState): FileRecord => ({
  id: 'r',
  direction: 'collect',
  target: fakeTarget('a'),
  batchId: 'b',
  fileName: 'essay.docx',
  size: 1,
  state,
});

test('offers to save or remove a collected file for as long as its copy is here', () => {
  const actions = {
    cancel: vi.fn(),
    retry: vi.fn(),
    resume: vi.fn(),
    clear: vi.fn(),
    save: vi.fn(),
    drop: vi.fn(),
  };
  const buttons = (state: FileState) => (
    <TransferButtons records={[record(state)]} name="essay.docx" actions={actions} />
  );
  const { rerender } = render(buttons({ name: 'finished', hasCopy: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Save: essay.docx' }));
  expect(actions.save).toHaveBeenCalledExactlyOnceWith(['r']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove the copy kept here: essay.docx' }));
  expect(actions.drop).toHaveBeenCalledExactlyOnceWith(['r']);
  rerender(buttons({ name: 'finished' }));
  expect(screen.queryByRole('button')).toBeNull();
});
