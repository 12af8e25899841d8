/** What is said when the platform did not do what a tutor asked for. */
import { isAppError } from '#protocol/app-error.ts';
import { serverText } from '#protocol/json-request.ts';
import { m } from './messages.ts';

/** The platform's own words where it says what was wrong, else words by the code. */
export function failureText(error: unknown): string {
  if (!isAppError(error)) return m.unexpected;
  const said = serverText(error);
  if (said !== undefined && (error.code === 'invalid' || error.code === 'conflict')) return said;
  switch (error.code) {
    case 'unreachable':
      return m.unreachable;
    case 'unauthorized':
      return m.signedOut;
    case 'forbidden':
      return m.forbidden;
    case 'not-found':
      return m.gone;
    default:
      return m.refused;
  }
}
