import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { notedCalls, QUIET_STUDENT } from '../fakes/student-fixture.ts';
import { m } from '../messages.ts';
import type { FileTransfer, HandedFiles, ReceivedFile } from '../student-state.ts';
import { FilesPanel } from './files-panel.tsx';

const transfer: FileTransfer = { key: 'r', direction: 'in', name: 'task.pdf', size: 700_000, bytes: 12 };
const file: ReceivedFile = { key: 'k', name: 'essay.docx', size: 1_610_612_736, at: 0 };
const NOTE = 'These files are removed when you leave.';

type Files = { transfers: readonly FileTransfer[]; received: readonly ReceivedFile[]; handed: HandedFiles };

function open(files: Partial<Files>, calls = notedCalls()) {
  const panel = (next: Partial<Files>) => (
    <FilesPanel state={{ ...QUIET_STUDENT, ...next }} calls={calls} note={NOTE} />
  );
  const { rerender } = render(panel(files));
  return { made: calls.made, becomes: (next: Partial<Files>) => rerender(panel(next)) };
}

it('says what happens to received files, where there are any', () => {
  const { becomes } = open({ transfers: [transfer] });
  expect(screen.queryByText(NOTE)).toBeNull();
  becomes({ transfers: [transfer], received: [file] });
  expect(screen.getByText(NOTE)).toBeTruthy();
});

it('says of a file that is handed in what became of it there', () => {
  const { becomes } = open({ transfers: [{ ...transfer, direction: 'out' }] });
  expect(screen.getByRole('heading', { name: 'Files' })).toBeTruthy();
  expect(screen.getByText(m.sending)).toBeTruthy();
  const said = (end: 'done' | 'disk-full', direction: FileTransfer['direction']) => {
    becomes({ transfers: [{ ...transfer, direction, end }] });
    return screen.getByRole('status').textContent;
  };
  expect(said('disk-full', 'out')).toMatch(/on your teacher’s computer/);
  expect(said('disk-full', 'in')).toMatch(/on this computer/);
  expect(said('done', 'out')).toBe(m.handedIn);
});

it('says sizes as the tutor sees them', () => {
  open({ transfers: [transfer], received: [file] });
  expect(screen.getByText(/683\.6 KB/).textContent).toContain('12.0 B');
  expect(screen.getByText('1.5 GB')).toBeTruthy();
});

it('says what waits for the teacher, takes it back, and says what was not handed in', async () => {
  const essay = { key: 'e', name: 'essay.txt', size: 3 };
  const handed = { files: [essay], dropped: ['photo.png'], patterns: ['*.txt'], tooMany: 2 };
  const { made } = open({ handed });
  expect(screen.getByText('Waiting for your teacher to take 1 file')).toBeTruthy();
  expect(screen.getByText('Not handed in: photo.png. Your teacher asks for *.txt.')).toBeTruthy();
  expect(screen.getByText(/At most 1,000 files .* 2 of those you chose were left out/)).toBeTruthy();
  expect(screen.queryByText(m.noFiles)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Take back essay.txt' }));
  expect(made).toEqual([['takeBackFile', 'e']]);
});

it.each([
  [true, null],
  [false, m.fileGone],
  // The agent was not reached, so nothing is known about the file.
  [undefined, null],
])('says that a file is gone only if the agent does: %s', async (answer, said) => {
  open({ received: [file] }, { ...notedCalls(), saveFile: async () => answer });
  await userEvent.click(screen.getByRole('button', { name: 'Save essay.docx' }));
  expect(screen.queryByRole('alert')?.textContent ?? null).toBe(said);
});
