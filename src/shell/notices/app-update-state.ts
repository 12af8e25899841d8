import { proxy } from 'valtio/vanilla';

/**
 * `ready`: a new version waits for a person's yes. `waiting`: it has the yes, and waits for what has been begun in this tab
 * or in others, which would be lost.
 */
export const appUpdate = proxy<{ state: 'none' | 'ready' | 'waiting' | 'changing' }>({ state: 'none' });
