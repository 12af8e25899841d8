/** The words of deleting people and devices from the directory. */
import type { FailureWords } from '#ui/failure/failure-text.ts';

type Kind = 'users' | 'devices';

export const m = {
  title: { users: 'Delete User(s)', devices: 'Delete Device(s)' } as const satisfies Record<Kind, string>,
  question: (p: { kind: Kind; count: number; name: string }) => {
    if (p.count === 1) return `Delete ${p.name}?`;
    return p.kind === 'users' ? `Delete ${p.count} users?` : `Delete ${p.count} devices?`;
  },
  text: {
    users:
      'They are signed out, and leave their groups and the policies that were applied to them. Users may be reimported if they still exist in the directory they were imported from.',
    devices:
      'They are signed out, and leave their groups and the policies that were applied to them. A device whose agent is still set up comes back when it signs in the next time.',
  } as const satisfies Record<Kind, string>,
  confirm: 'Delete',
  deleting: (p: { done: number; count: number }) => `Deleting… ${p.done} of ${p.count}`,
  cancel: 'Cancel',
  close: 'Close',
  someFailed: (p: { failed: number; count: number }) => `${p.failed} of ${p.count} could not be deleted.`,
  deleted: (p: { kind: Kind; count: number }) => {
    const noun = p.kind === 'users' ? 'user' : 'device';
    return p.count === 1 ? `1 ${noun} deleted` : `${p.count} ${noun}s deleted`;
  },
} as const;

export const failureWords = {
  forbidden: 'Your account may not delete.',
} as const satisfies FailureWords;
