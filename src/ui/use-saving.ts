import { useState } from 'react';
import { type FailureWords, failureText } from './failure/failure-text.ts';

/** How the saving of a form stands. */
export type SaveState = { name: 'editing' } | { name: 'saving' } | { name: 'failed'; why: string };

export type Saving<Input> = {
  state: SaveState;
  isSaving: boolean;
  /** What to tell of the newest attempt, where that has failed. */
  why: string | undefined;
  /** True once it is saved. False, and nothing is lost: it has failed, or the one before is not over. */
  save(input: Input): Promise<boolean>;
};

/** One attempt to save at a time; a failure stays until the next one. `send` rejects where it has failed. */
export function useSaving<Input>(
  send: (input: Input) => Promise<unknown>,
  words?: FailureWords,
): Saving<Input> {
  const [state, setState] = useState<SaveState>({ name: 'editing' });
  return {
    state,
    isSaving: state.name === 'saving',
    why: state.name === 'failed' ? state.why : undefined,
    async save(input) {
      if (state.name === 'saving') return false;
      setState({ name: 'saving' });
      try {
        await send(input);
      } catch (error) {
        console.warn('save', error);
        setState({ name: 'failed', why: failureText(error, words) });
        return false;
      }
      setState({ name: 'editing' });
      return true;
    },
  };
}
