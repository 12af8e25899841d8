import { proxy } from 'valtio/vanilla';

/**
 * `ready`: a new version waits for confirmation. `waiting`: it is confirmed, and waits for unfinished work in
 * this or other tabs, which would be lost. `taken-over`: it is active, but the person has prevented the
 * reload of this page.
 */
export const appUpdate = proxy<{ state: 'none' | 'ready' | 'waiting' | 'changing' | 'taken-over' }>({
  state: 'none',
});
