/** What a notification needs: a message. Its title is optional. */
export type NotificationForm = { title: string; message: string };

/** The limits of the devices. */
export const MAX_TITLE = 255;
export const MAX_MESSAGE = 20_000;

/** Undefined while there is no message. */
export function readNotification({ title, message }: NotificationForm): NotificationForm | undefined {
  return message.trim() === '' ? undefined : { title: title.trim(), message: message.trim() };
}
