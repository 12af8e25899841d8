/** In the page of the console: the clock of its frames. Bundled and put into the page. */
import { createPageMeter } from './measured-page.ts';

Object.assign(globalThis, { lecternBench: createPageMeter() });
