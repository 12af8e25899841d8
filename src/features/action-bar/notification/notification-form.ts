/** The input of a notification: the message is required, the title optional. */
import { trimmedText } from '#domain/visible-text.ts';

export type NotificationForm = { title: string; message: string };

/** The limits of the devices. */
export const MAX_TITLE = 255;
export const MAX_MESSAGE = 20_000;

/** Returns undefined if the message is missing. */
export function readNotification({ title, message }: NotificationForm): NotificationForm | undefined {
  const trimmed = { title: trimmedText(title), message: trimmedText(message) };
  return trimmed.message === '' ? undefined : trimmed;
}
