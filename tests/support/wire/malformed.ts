/** A message that nobody may send to a console, and where the console listens. */
import type { MqttMessage } from '../../../workers/live/broker/mqtt-transport.ts';

/** `reason`: what a console has to call it. */
export type Malformed = { what: string; message: MqttMessage; reason: string };

export const S = 'acme/riverside';
export const T = `${S}/tutors/t-anna/v1`;
/** Of the group that is watched. */
export const GROUP = `${S}/groups/g-7a/feedback`;

export const encodeText = (text: string) => new TextEncoder().encode(text);
export const encode = (value: unknown) => encodeText(JSON.stringify(value));
