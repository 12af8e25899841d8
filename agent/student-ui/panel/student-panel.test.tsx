import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import { notedCalls, QUIET_STUDENT } from '../fakes/student-fixture.ts';
import { m } from '../messages.ts';
import { channelPorts } from '../port/fakes/channel-ports.ts';
import { type FollowedState, followState } from '../port/follow-state.ts';
import type { Port } from '../port/port.ts';
import { publishState } from '../port/publish-state.ts';
import {
  STUDENT_CALL_ARGUMENTS,
  STUDENT_CALL_NAMES,
  type StudentPortCalls,
  safeCalls,
} from '../port/student-port.ts';
import type { StudentCalls, StudentState } from '../student-state.ts';
import { useObservable } from '../use-observable.ts';
import { StudentPanel } from './student-panel.tsx';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const poll = { id: 'p', tutorId: 't', question: 'Which?', answers: ['x', 'y'], multiselect: false };

function Followed(props: {
  page: FollowedState<StudentState, StudentPortCalls>;
  calls: StudentCalls;
  hasFailed: Observable<boolean>;
}) {
  return (
    <StudentPanel
      state={useObservable(props.page.state)}
      calls={props.calls}
      isConnected={useObservable(props.page.isConnected)}
      hasFailed={useObservable(props.hasFailed)}
    />
  );
}

/** The panel of an agent at the other side of a MessageChannel. */
function openPanel() {
  const clock = createFakeClock();
  const agent = createObservable<StudentState>(QUIET_STUDENT);
  const noted = notedCalls();
  const { made, ...calls } = noted;
  const ports: Port[] = [];
  const { handIn, saveFile, ...portCalls } = calls;
  const remote: StudentPortCalls = {
    ...portCalls,
    leaveRoom: async () => Promise.reject(new Error('The room cannot be closed')),
  };
  const page = followState<StudentState, StudentPortCalls>({
    open() {
      const [agentPort, pagePort] = channelPorts();
      ports.push(agentPort);
      stops.push(
        publishState({ port: agentPort, state: agent, calls: remote, args: STUDENT_CALL_ARGUMENTS }),
      );
      return pagePort;
    },
    names: STUDENT_CALL_NAMES,
    after: clock.after,
  });
  stops.push(page.stop);
  const safe = safeCalls<StudentPortCalls>(page.calls);
  const studentCalls: StudentCalls = { ...safe.calls, handIn, saveFile };
  const { container } = render(<Followed page={page} calls={studentCalls} hasFailed={safe.hasFailed} />);
  return {
    made,
    container,
    clock,
    becomes: (next: Partial<StudentState>) => act(() => agent.set({ ...agent.get(), ...next })),
    killAgent: () => act(() => ports.at(-1)?.close()),
  };
}

it('shows what the agent publishes, and answers a poll there', async () => {
  const { becomes, made } = openPanel();
  expect(screen.getByText(m.panelConnecting)).toBeTruthy();
  expect(await screen.findByText(m.watchedByNobody)).toBeTruthy();
  becomes({ watchers: [{ tutorId: 't', name: 'Anna', since: 0 }], poll });
  expect(await screen.findByText(m.watchedBy({ names: 'Anna' }))).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'B y' }));
  await userEvent.click(screen.getByRole('button', { name: m.pollSend }));
  await expect
    .poll(() => made)
    .toEqual([
      ['storePollDraft', { pollId: 'p', letters: ['B'], words: '' }],
      ['answerPoll', 'B'],
    ]);
  becomes({ poll: { ...poll, answer: 'B' } });
  expect(await screen.findByText(m.pollSent({ answer: 'B' }))).toBeTruthy();
});

it('clears a message only when the agent has taken it, and says that a call failed', async () => {
  const { becomes, made } = openPanel();
  await screen.findByText(m.watchedByNobody);
  becomes({ rooms: [{ roomId: 'r', name: 'Volcanoes', mayWrite: true, messages: [] }] });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: m.writeMessage });
  await userEvent.click(screen.getByRole('button', { name: m.closeRoom }));
  expect((await screen.findByRole('alert')).textContent).toBe(m.callFailed);
  await userEvent.type(field, 'Etna?{Enter}');
  await expect.poll(() => field.value).toBe('');
  expect(made).toEqual([['sendInRoom', 'r', 'Etna?']]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is inert while the agent is away, and shows the newest state afterwards', async () => {
  const { becomes, clock, container, killAgent } = openPanel();
  await screen.findByText(m.watchedByNobody);
  const panel = () => container.firstElementChild as HTMLElement;
  expect(panel().inert).toBe(false);
  killAgent();
  await expect.poll(() => panel().inert).toBe(true);
  expect(screen.getByText(m.panelConnecting)).toBeTruthy();
  becomes({ muted: true });
  await act(() => clock.advance(100));
  expect(await screen.findByText(m.muted)).toBeTruthy();
  await expect.poll(() => panel().inert).toBe(false);
});
