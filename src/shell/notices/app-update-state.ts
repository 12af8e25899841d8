import { proxy } from 'valtio/vanilla';

/**
 * `ready`: a new version waits for a person's yes. `waiting`: it has the yes, and waits for what has been begun in this tab
 * or in others, which would be lost. `taken-over`: it runs, and the person has kept this page from being loaded again.
 */
export const appUpdate = proxy<{ state: 'none' | 'ready' | 'waiting' | 'changing' | 'taken-over' }>({
  state: 'none',
});
