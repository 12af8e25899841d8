/**
 * A class behind the fake broker whose devices fall asleep and wake. Each acts once per id, in order of
 * arrival, like a simple outside agent. The broker stores messages to a sleeping device for 60 s.
 */
import type { setUpActions } from './live-actions.ts';

const SESSION_MS = 60_000;
const REPORT_MS = 5_000;

type Sent = { topic: string; expirySeconds: number; id: string; action: string };
type Student = {
  clientId: string;
  asleepSince: number | undefined;
  waiting: { message: Sent; until: number }[];
  done: Map<string, string>;
};

export function createSleepyClass(
  fixture: ReturnType<typeof setUpActions>,
  clientIds: readonly string[],
  onDone: (clientId: string, action: string, id: string) => void,
) {
  const { clock, broker, report, hello, answer } = fixture;
  const students = clientIds.map(
    (clientId): Student => ({ clientId, asleepSince: undefined, waiting: [], done: new Map() }),
  );
  const hears = ({ clientId }: Student, topic: string) =>
    topic.includes('/groups/') || topic.includes(`/clients/${clientId}/`);

  function act(student: Student, { id, action }: Sent) {
    const { clientId, done } = student;
    if (!done.has(id)) onDone(clientId, action, id);
    done.set(id, action);
    answer(clientId, { id, action });
  }

  function receive(student: Student, message: Sent) {
    const { asleepSince } = student;
    const now = clock.now();
    if (asleepSince === undefined) act(student, message);
    else if (now - asleepSince < SESSION_MS) {
      student.waiting.push({ message, until: now + message.expirySeconds * 1_000 });
    }
  }

  function wake(student: Student) {
    const { asleepSince = 0 } = student;
    const now = clock.now();
    const kept = now - asleepSince < SESSION_MS ? student.waiting : [];
    student.asleepSince = undefined;
    student.waiting = [];
    for (const { message, until } of kept) if (now < until) act(student, message);
    hello(student.clientId);
    report(student.clientId);
  }

  return {
    /** Delivers the console's messages to the devices, and returns them. */
    deliver(): readonly Sent[] {
      const sent = broker
        .take()
        .filter(({ topic, payload }) => topic.endsWith('/actions') && !payload.includes('patchDemand'))
        .map(({ topic, payload, options }) => {
          const { id, action } = JSON.parse(payload) as { id: string; action: string };
          return { topic, id, action, expirySeconds: options.expirySeconds ?? 0 };
        });
      for (const message of sent) {
        for (const student of students) if (hears(student, message.topic)) receive(student, message);
      }
      return sent;
    },
    setAwake(clientId: string, isAwake: boolean) {
      const student = students.find((each) => each.clientId === clientId);
      if (!student || (student.asleepSince === undefined) === isAwake) return;
      if (isAwake) wake(student);
      else student.asleepSince = clock.now();
    },
    /** Devices that are awake send reports at intervals. */
    start: () =>
      clock.every(REPORT_MS, () => {
        for (const { clientId, asleepSince } of students) if (asleepSince === undefined) report(clientId);
      }),
  };
}
