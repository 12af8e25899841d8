/**
 * Every program imports this file. The checks of a field stop at the first that fails. Otherwise a text that
 * is too long would still pass through the patterns after the check of its length.
 */
import { setGlobalConfig } from 'valibot';

setGlobalConfig({ abortPipeEarly: true });
