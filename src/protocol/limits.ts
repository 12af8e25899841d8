/** Limits of a receiver. Bytes. */
export const MAX_JSON_BYTES = 256 * 1024;
export const MAX_THUMBNAIL_BYTES = 2 * 1024 * 1024;
/** The broker retains a presence for later subscribers. */
export const MAX_PRESENCE_BYTES = 4 * 1024;
/** Levels of objects and lists in a reply, whose further fields are kept as they are. */
export const MAX_REPLY_DEPTH = 32;
export const MQTT_KEEP_ALIVE_S = 10;
export const MQTT_SESSION_EXPIRY_S = 60;
export const MQTT_WILL_DELAY_S = 3;
