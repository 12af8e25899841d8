import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { fakeTarget } from '#peer/files/fakes/fake-file-world.ts';
import { EMPTY_SEND, SendFilesTab } from './send-files-tab.tsx';

const send = vi.fn();

function Stage() {
  const [draft, setDraft] = useState(EMPTY_SEND);
  return <SendFilesTab audience={[fakeTarget('a')]} exchange={{ send }} draft={draft} onDraft={setDraft} />;
}

const choose = (name: string) =>
  fireEvent.change(screen.getByLabelText(/Drop files here/), { target: { files: [new File(['x'], name)] } });

/** `timeStamp`: milliseconds, as events have them. */
function press(timeStamp: number) {
  const button = screen.getByRole('button', { name: 'Send' });
  const submit = createEvent.submit(button);
  Object.defineProperty(submit, 'timeStamp', { value: timeStamp });
  fireEvent(button, submit);
}

test('says nothing of a double click, and asks for files again later', () => {
  render(<Stage />);
  choose('task.pdf');
  press(5_000);
  press(5_250);
  // Enter held down.
  press(6_200);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(send).toHaveBeenCalledOnce();
  press(7_300);
  expect(screen.getByRole('alert').textContent).toBe('Choose files first');
  choose('more.pdf');
  press(7_400);
  press(7_500);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(send).toHaveBeenCalledTimes(2);
});
