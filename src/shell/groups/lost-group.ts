/** Notifies a tutor who loses access to the displayed group. Loaded on demand. */
import { toasts } from '../toasts/toasts.ts';

const m = {
  title: (p: { title: string }) => `You do not see ${p.title} any more`,
  text: 'It was deleted, or you were taken out of those who may see it. Ask whoever manages the groups of your school to give it back.',
  byRole:
    'You are no group maintainer any more, so you see only the groups that are given to you. Ask an administrator of your school for the role, or for this group.',
} as const;

/** `byRole`: the tutor saw the group as a group maintainer, and has lost that role. */
export function notifyLost({ title, byRole }: { title: string; byRole: boolean }): void {
  const text = byRole ? m.byRole : m.text;
  toasts.show({ type: 'info', title: m.title({ title }), text, closable: true });
}
