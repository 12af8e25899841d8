/** The panel behind the extension's icon: what tutors see, ask and send. */
import '#protocol/first-fault.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { uniqueFileNames } from '#domain/files/file-name.ts';
import { systemClock } from '#protocol/clock.ts';
import { createObservable } from '#protocol/observable.ts';
import { StudentPanel } from '../../../student-ui/panel/student-panel.tsx';
import { followState } from '../../../student-ui/port/follow-state.ts';
import { safeCalls } from '../../../student-ui/port/student-port.ts';
import type { StudentCalls, StudentState } from '../../../student-ui/student-state.ts';
import { useObservable } from '../../../student-ui/use-observable.ts';
import { STATUS_PORT, type StatusMessage } from '../../links.ts';
import { pickedKey, storePicked } from '../../picked-files.ts';
import { EXTENSION_CALL_ARGUMENTS, type ExtensionCalls, PANEL_PORT, portOf } from '../../student-link.ts';
import { statusText } from '../status-text.ts';
import { followWorker } from '../worker-port.ts';

const followed = followState<StudentState, ExtensionCalls>({
  open: () => portOf(chrome.runtime.connect({ name: PANEL_PORT })),
  names: Object.keys(EXTENSION_CALL_ARGUMENTS) as (keyof ExtensionCalls)[],
  after: systemClock.after,
});
const { calls, hasFailed } = safeCalls(followed.calls);

async function handIn(files: readonly File[], dropped: readonly string[]): Promise<void> {
  const request = followed.state.get()?.fileRequest;
  if (request === undefined) return;
  const names = uniqueFileNames(files.map(({ name }) => name.slice(0, 255) || 'file'));
  const stored = files.map((file, i) => ({ file, name: names[i] ?? file.name, size: file.size }));
  for (const { file, name, size } of stored)
    await storePicked(pickedKey({ fileName: name, location: request.folder, size }), file);
  await calls.handedIn(
    stored.map(({ name, size }) => ({ name, size })),
    [...dropped],
  );
}

const studentCalls: StudentCalls = { ...calls, handIn, saveFile: calls.showFile };

const status = createObservable<StatusMessage | undefined>(undefined);
followWorker<StatusMessage>(STATUS_PORT, status.set);

function Panel() {
  const state = useObservable(followed.state);
  const isConnected = useObservable(followed.isConnected);
  const isFailed = useObservable(hasFailed);
  const program = useObservable(status);
  if (program !== undefined && program.program !== 'running')
    return <p role="status">{statusText(program)}</p>;
  return <StudentPanel state={state} calls={studentCalls} isConnected={isConnected} hasFailed={isFailed} />;
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Panel />
    </StrictMode>,
  );
