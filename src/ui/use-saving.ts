import { useState } from 'react';
import { type FailureWords, failureText } from './failure/failure-text.ts';

export type SaveState = { name: 'editing' } | { name: 'saving' } | { name: 'failed'; why: string };

export type Saving<Input> = {
  state: SaveState;
  isSaving: boolean;
  /** The message of the last attempt, if it failed. */
  why: string | undefined;
  /** True if it was saved. False if it failed or an earlier attempt is still running; the input stays. */
  save(input: Input): Promise<boolean>;
};

/** Runs one attempt to save at a time; a failure stays until the next one. `send` rejects on failure. */
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
