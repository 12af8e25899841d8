/** Ignores the keyboard and the pointer in this page. The browser's own controls stay usable. */
import { ignoreInputs } from './ignore-inputs.ts';
import { begin } from './page-script.ts';

begin('blocked-inputs', ignoreInputs);
