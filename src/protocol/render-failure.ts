/** The console's report that React could not render a part. It names no person, device, group or page. */
import * as v from 'valibot';

/** `row`: a row or a cell of a table, or an entry of a list. `page`: a whole screen, or the console. */
const PART_KINDS = ['card', 'tile', 'row', 'dialog', 'panel', 'page'] as const;
export type PartKind = (typeof PART_KINDS)[number];

export const MAX_FRAMES = 8;

/** `POST /render-failures`. Strict, with few characters, so that a report cannot carry a person's text. */
export const renderFailureBodySchema = v.strictObject({
  part: v.picklist(PART_KINDS),
  /** The error's name, such as `TypeError`, or `React error 185`. Its message may contain anything. */
  error: v.pipe(v.string(), v.maxLength(40), v.regex(/^[A-Za-z][A-Za-z0-9 ]*$/)),
  /** `file.js:line:column` in scripts of the console: where it was thrown, then the components around it. */
  frames: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(120), v.regex(/^[\w.-]+\.[jt]sx?:\d{1,7}:\d{1,7}$/))),
    v.maxLength(MAX_FRAMES),
  ),
  /** Version of the console. */
  version: v.pipe(v.string(), v.maxLength(40), v.regex(/^[\w.+-]+$/)),
});
/** The answer. `logged`: false if the log has had enough of such lines. The failure is counted anyway. */
export const renderFailureReceiptSchema = v.object({ logged: v.boolean() });
export type RenderFailureBody = v.InferOutput<typeof renderFailureBodySchema>;
