import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TutorActionLog } from '#protocol/rest/event-log.ts';
import { TUTOR_EVENTS } from '#rest/event-logs.ts';
import { consoleSession } from '#session/console-session.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { ExportDialog, MAX_EXPORTED } from './export-dialog.tsx';

let total: number;
/** Answered in place of a page, once. */
let refusal: Response | undefined;
/** A page is answered when it resolves. */
let gate: Promise<void>;
let saved: Blob[];
let aborted: number;

const rowAt = (number: number): TutorActionLog => ({
  id: `log-${String(number).padStart(6, '0')}`,
  loggedTime: '2026-11-21T10:00:00.000Z',
  tutorId: 't',
  tutorName: '=1+1',
  action: 'lock',
  parameters: {},
  targetGroupId: null,
  targetGroupName: null,
  targetUserName: null,
  combinedTargetIdentifier: null,
});

beforeEach(() => {
  total = 3;
  refusal = undefined;
  gate = Promise.resolve();
  saved = [];
  aborted = 0;
  localStorage.setItem('REST_URL', 'http://platform.example');
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    signal?.addEventListener('abort', () => {
      aborted += 1;
    });
    await gate;
    const search = new URL(address).searchParams;
    if (refusal !== undefined) {
      const answer = refusal;
      refusal = undefined;
      return answer;
    }
    const from = Number(search.get('_lt_id')?.slice(4) ?? total + 1) - 1;
    const count = Math.min(from, Number(search.get('limit')));
    return Response.json(Array.from({ length: count }, (_, at) => rowAt(from - at)));
  });
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  for (const { id } of [...toasts.state.list]) toasts.close(id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show() {
  const onClose = vi.fn();
  render(
    <ExportDialog
      log={TUTOR_EVENTS}
      filters={{}}
      columns={[
        { key: 'tutor', title: 'Tutor', cell: () => null, text: ({ tutorName }) => tutorName ?? '' },
        { key: 'id', title: 'Id', cell: () => null, text: ({ id }) => id },
      ]}
      fileName="events.csv"
      onClose={onClose}
    />,
  );
  return onClose;
}

const said = () => toasts.state.list.map(({ text }) => text);

test('the file has what was read, and no formula', async () => {
  const onClose = show();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(said()).toEqual(['3 events were exported']);
  expect(await saved[0]?.text()).toBe(
    '\uFEFF"Tutor","Id"\r\n"\'=1+1","log-000003"\r\n"\'=1+1","log-000002"\r\n"\'=1+1","log-000001"\r\n',
  );
});

test('it ends at its bound, and says so', async () => {
  total = MAX_EXPORTED + 10;
  const onClose = show();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(said()).toEqual(['The newest 50,000 events were exported. Narrow the time to export older ones.']);
}, 15_000);

test('a failure is said, nothing is saved, and it can be tried again', async () => {
  refusal = Response.json({ message: 'no', messages: [] }, { status: 403 });
  const onClose = show();
  await screen.findByRole('alert');
  expect(screen.getByRole('alert').textContent).toContain('The events could not be exported.');
  expect([saved, onClose.mock.calls]).toEqual([[], []]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(saved).toHaveLength(1);
});

test('closing it ends the reading', async () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  show();
  await screen.findByText('0 events have been read…');
  cleanup();
  expect(aborted).toBe(1);
  open();
  await gate;
  expect(saved).toEqual([]);
});
