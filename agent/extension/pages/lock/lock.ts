/** The page of the locked screen: the teacher's message. It ignores the keyboard. */
import { LOCK_PORT, type WindowLock } from '../../links.ts';
import { m } from '../../messages.ts';
import { followWorker } from '../worker-port.ts';
import { paintBlocks } from './paint-blocks.ts';

const main = document.querySelector('main');

function show(lock: WindowLock): void {
  const blocks = lock.name === 'message' ? lock.blocks : [];
  main?.replaceChildren(...(blocks.length > 0 ? paintBlocks(blocks) : ownWords()));
}

function ownWords(): HTMLElement[] {
  const heading = document.createElement('h1');
  heading.textContent = m.locked;
  const hint = document.createElement('p');
  hint.textContent = m.lockedHint;
  return [heading, hint];
}

followWorker<WindowLock>(LOCK_PORT, show);
for (const name of ['keydown', 'contextmenu', 'dragstart'])
  window.addEventListener(name, (event) => event.preventDefault(), true);
