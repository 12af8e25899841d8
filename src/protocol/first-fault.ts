/**
 * Every program imports this file. A field with several checks is read up to the first that fails: otherwise a text that is
 * too long would still pass through the patterns that come after the check of its length.
 */
import { setGlobalConfig } from 'valibot';

setGlobalConfig({ abortPipeEarly: true });
