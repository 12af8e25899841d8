import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createObservable } from '#protocol/observable.ts';
import type { FilePicks, Handed } from '../files/file-picks.ts';
import type { FileRow } from '../files/file-rows.ts';
import type { PageFiles } from '../files/page-files.ts';
import { m } from '../messages.ts';
import type { ReceivedFile } from '../page-memory.ts';
import { FilesPanel } from './files-panel.tsx';

const picks = (handed: Partial<Handed> = {}) => {
  const shown = createObservable<Handed>({ files: [], dropped: [], patterns: [], tooMany: 0, ...handed });
  return { handed: shown, takeBack: vi.fn(), forgetDropped: vi.fn() } as unknown as FilePicks;
};
const row: FileRow = { key: 'r', direction: 'in', name: 'task.pdf', size: 700_000, bytes: 12 };
const file: ReceivedFile = { key: 'k', name: 'essay.docx', size: 1_610_612_736, at: 0 };

it('says that files go with the student, where there are any', () => {
  const kept = createObservable<readonly ReceivedFile[]>([]);
  render(
    <FilesPanel picks={picks()} files={{ rows: createObservable([row]), kept } as unknown as PageFiles} />,
  );
  expect(screen.queryByText(/removed when you leave/)).toBeNull();
  act(() => kept.set([file]));
  expect(screen.getByText(/removed when you leave/)).toBeTruthy();
});

it('says of a file that is handed in what became of it there', () => {
  const rows = createObservable<readonly FileRow[]>([{ ...row, direction: 'out' }]);
  const kept = createObservable<readonly ReceivedFile[]>([]);
  render(<FilesPanel picks={picks()} files={{ rows, kept } as unknown as PageFiles} />);
  expect(screen.getByRole('heading', { name: 'Files' })).toBeTruthy();
  expect(screen.getByText(m.sending)).toBeTruthy();
  const said = (end: 'done' | 'disk-full', direction: FileRow['direction']) => {
    act(() => rows.set([{ ...row, direction, end }]));
    return screen.getByRole('status').textContent;
  };
  expect(said('disk-full', 'out')).toMatch(/on your teacher’s computer/);
  expect(said('disk-full', 'in')).toMatch(/on this computer/);
  expect(said('done', 'out')).toBe(m.handedIn);
});

it('says sizes as the tutor sees them', () => {
  const files = {
    rows: createObservable([row]),
    kept: createObservable([file]),
  } as unknown as PageFiles;
  render(<FilesPanel picks={picks()} files={files} />);
  expect(screen.getByText(/683\.6 KB/).textContent).toContain('12.0 B');
  expect(screen.getByText('1.5 GB')).toBeTruthy();
});

it('says what waits for the teacher, takes it back, and says what was not handed in', async () => {
  const files = { rows: createObservable([]), kept: createObservable([]) } as unknown as PageFiles;
  const essay = { key: 'e', name: 'essay.txt', size: 3 };
  const given = picks({ files: [essay], dropped: ['photo.png'], patterns: ['*.txt'], tooMany: 2 });
  render(<FilesPanel picks={given} files={files} />);
  expect(screen.getByText('Waiting for your teacher to take 1 file')).toBeTruthy();
  expect(screen.getByText('Not handed in: photo.png. Your teacher asks for *.txt.')).toBeTruthy();
  expect(screen.getByText(/At most 1,000 files .* 2 of those you chose were left out/)).toBeTruthy();
  expect(screen.queryByText(m.noFiles)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Take back essay.txt' }));
  expect(given.takeBack).toHaveBeenCalledWith('e');
});
