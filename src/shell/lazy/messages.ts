/** The words for a part of the program that could not be loaded. */
import type { PartProblem } from './why-missing.ts';

export const m = {
  title: 'This page could not be shown',
  again: 'Try again',
  reload: 'Reload',
  close: 'Close',
} as const;

export const problemText: Record<PartProblem, string> = {
  unreachable:
    'This part could not be loaded: the server does not answer. Check your connection and try again.',
  'new-version': 'This part could not be loaded, because Lectern was updated. Reload this page to go on.',
  other: 'This part could not be loaded. Try again; if that does not help, reload this page.',
};
