/** The words of shutting devices out and letting them in again. */
import type { FailureWords } from '#ui/failure/failure-text.ts';

type Count = { count: number; name: string };

export const access = {
  title: { shutOut: 'Shut Out', letIn: 'Let In' },
  question: {
    shutOut: ({ count, name }: Count) => (count === 1 ? `Shut out ${name}?` : `Shut out ${count} devices?`),
    letIn: ({ count, name }: Count) =>
      count === 1 ? `Let ${name} in again?` : `Let ${count} devices in again?`,
  },
  text: {
    shutOut:
      'The device is signed out at once and cannot connect, for example because it was lost or stolen. It stays in its groups. Let it in again to enrol it anew.',
    letIn:
      'The device enrols anew within a minute or two, if its agent has a valid token of the site. Otherwise deploy the current token to it.',
  },
  confirm: { shutOut: 'Shut out', letIn: 'Let in' },
  running: (p: { done: number; count: number }) => `Saving… ${p.done} of ${p.count}`,
  someFailed: (p: { failed: number; count: number }) => `${p.failed} of ${p.count} could not be changed.`,
  done: {
    shutOut: ({ count, name }: Count) =>
      count === 1 ? `${name} is shut out` : `${count} devices are shut out`,
    letIn: ({ count, name }: Count) =>
      count === 1 ? `${name} may connect again` : `${count} devices may connect again`,
  },
} as const;

export const accessFailureWords = {
  forbidden: 'Your account may not shut devices out.',
} as const satisfies FailureWords;
