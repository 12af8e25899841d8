import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeFileWorld, fakeTarget } from '#peer/files/fakes/fake-file-world.ts';
import { createFileExchange, type FileExchange } from '#peer/files/file-exchange.ts';
import type { ExchangeTarget } from '#peer/files/file-record.ts';
import { FileExchangeView } from './file-exchange-panel.tsx';
import { fileExchangePanel, openFileExchange } from './file-exchange-state.ts';
import { createListing, type Listing } from './listing.ts';

let world: ReturnType<typeof createFakeFileWorld>;
let exchange: FileExchange;
let listing: Listing;
const onFailed = vi.fn();

beforeEach(() => {
  world = createFakeFileWorld();
  onFailed.mockReset();
  exchange = createFileExchange({
    ...world.deps,
    kept: { put: async () => {}, delete: async () => {}, claim: async () => [], close: async () => {} },
    zip: () => new Promise(() => {}),
    save: () => {},
  });
  listing = createListing({ act: world.deps.act, onLeaving: () => () => {}, onFailed });
});
afterEach(() => {
  cleanup();
  fileExchangePanel.change({ isOpen: false, isCollapsed: false, audience: { send: [], collect: [] } });
});

const show = () => render(<FileExchangeView exchange={exchange} listing={listing} />);
const toBoth = (...targets: ExchangeTarget[]) => ({ send: targets, collect: targets });
const file = (name: string, size = 5) => {
  const made = new File(['x'], name, { lastModified: size });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const input = () => screen.getByLabelText<HTMLInputElement>(/Drop files here/);
const choose = (files: File[]) => fireEvent.change(input(), { target: { files } });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The list has what happened until now. */
const listed = () => act(() => world.clock.advance(100));

describe('Send Files', () => {
  beforeEach(() => {
    openFileExchange('send', toBoth(fakeTarget('a'), fakeTarget('b')));
    show();
  });

  test('says to whom, where, and needs a file', async () => {
    expect(screen.getByText('2 devices')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Destination folder').value).toBe('%downloads%');
    await userEvent.click(button('Send'));
    expect(screen.getByRole('alert').textContent).toBe('Choose files first');
    expect(world.actions).toEqual([]);
  });

  test('takes no more than five, and keeps those that were chosen', () => {
    choose([1, 2, 3].map((at) => file(`${at}.txt`)));
    choose([4, 5, 6].map((at) => file(`${at}.txt`)));
    expect(screen.getByRole('alert').textContent).toBe('You can only select up to 5 files.');
    expect(within(screen.getByRole('list', { name: 'Chosen files' })).getAllByRole('listitem')).toHaveLength(
      3,
    );
  });

  test('takes less than 1.5 GB', () => {
    choose([file('big.iso', 1_610_612_736)]);
    expect(screen.getByRole('alert').textContent).toBe('Max size of file should be less than 1.5GB');
    choose([file('smaller.iso', 1_610_612_735)]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('keeps what was chosen while the panel is collapsed or shows the other tab, until it is sent', () => {
    choose([file('task.pdf')]);
    fireEvent.change(screen.getByLabelText('Destination folder'), { target: { value: '%desktop%' } });
    fireEvent.click(button('Collapse'));
    expect(screen.queryByText('task.pdf')).toBeNull();
    fireEvent.click(button('Expand'));
    expect(screen.getByText('task.pdf')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Collect Files' }));
    fireEvent.click(screen.getByRole('tab', { name: 'Send Files' }));
    expect(screen.getByText('task.pdf')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Destination folder').value).toBe('%desktop%');
    fireEvent.click(button('Send'));
    expect(screen.queryByRole('list', { name: 'Chosen files' })).toBeNull();
  });

  test('takes what is dropped, but no folders', () => {
    const item = (made: File, isDirectory: boolean) => ({
      kind: 'file',
      getAsFile: () => made,
      webkitGetAsEntry: () => ({ isDirectory }),
    });
    const zone = input().closest('label');
    if (!zone) throw new Error('no drop zone');
    fireEvent.drop(zone, {
      dataTransfer: { types: ['Files'], items: [item(file('a.txt'), false), item(file('folder'), true)] },
    });
    expect(screen.getByText('a.txt')).toBeTruthy();
    expect(screen.queryByText('folder')).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('Folders cannot be sent. Choose the files in them.');
  });

  test('wants a folder of at most 255 characters', () => {
    choose([file('a.txt')]);
    const folder = screen.getByLabelText('Destination folder');
    fireEvent.change(folder, { target: { value: 'x'.repeat(256) } });
    expect(screen.getByText('Max 255 characters')).toBeTruthy();
    fireEvent.click(button('Send'));
    expect(world.actions).toEqual([]);
  });

  test('sends, shows every device, and stays open until it is over', async () => {
    choose([file('task.pdf')]);
    fireEvent.click(button('Send'));
    await act(() => world.clock.settle());
    expect(screen.getAllByText('Connecting…')).toHaveLength(2);
    expect(button('Close')).toHaveProperty('disabled', true);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);

    for (const clientId of ['a', 'b']) {
      await act(async () => {
        await world.sent(clientId);
        const run = await world.dials(clientId);
        run.events.fileEnded(run.files?.[0]?.id ?? '', clientId === 'a' ? 'done' : 'disk-full');
        run.events.ended('done');
      });
    }
    await listed();
    expect(screen.getByText('Sent')).toBeTruthy();
    expect(screen.getByText('Can’t upload')).toBeTruthy();
    expect(screen.getByText('There is not enough room')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Send Files: 1 of 2 files done, 1 failed');
    expect(screen.getByText(/1 of 2 files done · 1 failed · 5.0 B of 5.0 B/)).toBeTruthy();
    fireEvent.click(button('Retry: Student b'));
    await listed();
    expect(screen.getByText('Connecting…')).toBeTruthy();
    fireEvent.click(button('Cancel: Student b'));
    await listed();
    expect(screen.getByText('Cancelled')).toBeTruthy();
    expect(screen.getByText(/1 of 2 files done · 1 cancelled/)).toBeTruthy();
    fireEvent.click(button('Clear'));
    await listed();
    expect(screen.getByText('Nothing has been sent yet')).toBeTruthy();
    fireEvent.click(button('Close'));
    expect(fileExchangePanel.get().isOpen).toBe(false);
    const later = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(later);
    expect(later.defaultPrevented).toBe(false);
  });

  test('draws progress, and not the form again with it', async () => {
    choose([file('task.pdf', 1_000)]);
    fireEvent.click(button('Send'));
    let progress: (bytes: number) => Promise<void> = async () => {};
    await act(async () => {
      await world.sent('a');
      const run = await world.dials('a');
      progress = async (bytes) => {
        run.events.progress(run.files?.[0]?.id ?? '', bytes);
        await world.clock.advance(250);
      };
      await progress(100);
    });
    const touched: Element[] = [];
    const drawn = new MutationObserver((changes) =>
      touched.push(...changes.flatMap(({ target }) => target.parentElement ?? [])),
    );
    drawn.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    await act(() => progress(500));
    expect(screen.getByText('50 %')).toBeTruthy();
    await waitFor(() => expect(touched.length).toBeGreaterThan(0));
    drawn.disconnect();
    expect(touched.filter((place) => place.closest('form') !== null)).toEqual([]);
  });

  test('a device that is gone is not offered again', async () => {
    world.answersPing = false;
    choose([file('task.pdf')]);
    fireEvent.click(button('Send'));
    await act(async () => {
      await world.sent('a');
      await world.clock.advance(15_000);
    });
    await listed();
    expect(screen.getByText('Client disconnected')).toBeTruthy();
    // Nothing of what failed is a size that was to arrive.
    expect(screen.getByText('0 of 2 files done · 1 failed · 0.0 B of 5.0 B')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry: Student a' })).toBeNull();
  });
});

describe('Collect Files', () => {
  beforeEach(() => {
    openFileExchange('collect', toBoth(fakeTarget('a'), fakeTarget('b')));
    show();
  });

  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const FILES = [
    { fileName: 'essay.docx', location: 'C:\\Users\\a', size: 2_048 },
    { fileName: '\u202egnp.exe', location: 'C:\\', size: 1 },
  ];
  async function list() {
    type('File patterns', '*.docx, *.png');
    type('Folder path', '%documents%');
    fireEvent.click(button('Get files Listing'));
    await act(() =>
      world.sent('a', {
        state: 'confirmed',
        reply: { id: 'x', action: 'retrieveFiles', ok: true, files: FILES },
      }),
    );
  }

  test('wants patterns and a folder, and says so', () => {
    fireEvent.click(button('Get files Listing'));
    expect(screen.getAllByText("Field is required and can't be empty")).toHaveLength(2);
    type('File patterns', 'x'.repeat(256));
    type('Folder path', 'x'.repeat(256));
    expect(screen.getAllByText('Max 255 characters')).toHaveLength(2);
    expect(world.actions).toEqual([]);
  });

  test('lists by device, and collects what was chosen', async () => {
    await list();
    expect(screen.getByText('1 of 2 devices answered')).toBeTruthy();
    fireEvent.click(button('Show what was found'));
    expect(screen.getByText('No answer from').textContent).toContain('Student b');
    const essay = screen.getByLabelText(/essay\.docx/);
    fireEvent.click(essay);
    expect(screen.getByText('1 file chosen, 2.0 KB')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('All files of Student a', { selector: 'input' }));
    expect(screen.getByText('2 files chosen, 2.0 KB')).toBeTruthy();
    fireEvent.click(essay);
    fireEvent.click(screen.getAllByRole('button', { name: 'Collect Files' }).at(-1) as HTMLElement);
    await act(() => world.clock.settle());
    expect(world.actions.at(-1)?.request).toMatchObject({
      action: 'collectFiles',
      parameters: { selectedFile: FILES[1] },
    });
    // Marks that turn text round are not shown.
    expect(screen.getByText('gnp.exe')).toBeTruthy();
    expect(screen.getByText('Requested')).toBeTruthy();
  });

  test('keeps what was looked for and ticked while the panel is collapsed', async () => {
    await list();
    fireEvent.click(button('Show what was found'));
    fireEvent.click(screen.getByLabelText(/essay\.docx/));
    fireEvent.click(button('Collapse'));
    fireEvent.click(button('Expand'));
    expect(screen.getByLabelText<HTMLInputElement>(/essay\.docx/).checked).toBe(true);
    fireEvent.click(button('Back'));
    expect(screen.getByLabelText<HTMLInputElement>('File patterns').value).toBe('*.docx, *.png');
    fireEvent.click(button('Get files Listing'));
    fireEvent.click(button('Stop'));
    expect(screen.getByLabelText<HTMLInputElement>('Folder path').value).toBe('%documents%');
  });

  test('asks anew when other devices are chosen, also from the other tab', async () => {
    await list();
    fireEvent.click(button('Show what was found'));
    fireEvent.click(screen.getByRole('tab', { name: 'Send Files' }));
    act(() => openFileExchange('collect', toBoth(fakeTarget('c'))));
    expect(screen.getByText('Student c')).toBeTruthy();
    expect(screen.queryByText('essay.docx')).toBeNull();
    expect(button('Get files Listing')).toBeTruthy();
  });

  test('keeps what was found while files are sent to others, and asks those next time', async () => {
    await list();
    fireEvent.click(button('Show what was found'));
    act(() => openFileExchange('send', toBoth(fakeTarget('c'))));
    fireEvent.click(screen.getByRole('tab', { name: 'Collect Files' }));
    expect(screen.getByText('essay.docx')).toBeTruthy();
    fireEvent.click(button('Back'));
    expect(screen.getByText('Student c')).toBeTruthy();
  });

  test('a failure ends loading, and goes back to the question', async () => {
    type('File patterns', '*');
    type('Folder path', '%documents%');
    fireEvent.click(button('Get files Listing'));
    await act(async () => {
      await world.sent('a', { state: 'silent' });
      await world.sent('b', { state: 'silent' });
    });
    await act(async () => {
      const run = world.actions[0];
      run?.apply({ delivery: run.get().delivery, answers: [], ended: true });
    });
    expect(onFailed).toHaveBeenCalledOnce();
    expect(screen.getByLabelText<HTMLInputElement>('Folder path').value).toBe('%documents%');
  });
});

test('without devices it says how to come by them', () => {
  fileExchangePanel.change({ isOpen: true, tab: 'send' });
  show();
  expect(screen.getByText('Choose who gets files')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Collect Files' }));
  expect(screen.getByText('Choose whose files to collect')).toBeTruthy();
});

test('takes the focus and gives it back', () => {
  const before = document.body.appendChild(document.createElement('button'));
  before.focus();
  openFileExchange('send', toBoth(fakeTarget('a')));
  const { unmount } = show();
  expect(document.activeElement?.textContent).toBe('File Exchange');
  unmount();
  expect(document.activeElement).toBe(before);
  before.remove();
});
