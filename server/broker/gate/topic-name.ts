/** What a topic may look like, before anybody asks whose it is. */

/** Ten levels of ids of 128 characters are shorter; MQTT allows 65,535 bytes, which caches would have to hold. */
const MAX_LENGTH = 1_024;
/** Control characters, and what becomes of bytes that are no UTF-8 (MQTT 5.0, 1.5.4). */
const UNFIT = /[\p{Cc}\p{Surrogate}\ufffd]/u;

/** Five parts of ids of 128 characters, without their separators. */
const MAX_CLIENT_IDENTIFIER = 640;
export const isClientIdentifier = (text: string): boolean =>
  text.length <= MAX_CLIENT_IDENTIFIER && !UNFIT.test(text) && !/[\p{Cf}\u2028\u2029]/u.test(text);

export const isTopicText = (text: string): boolean => text.length <= MAX_LENGTH && !UNFIT.test(text);

/** The topic of a last will passes no other check before it is published. */
export const isTopicName = (topic: string): boolean => isTopicText(topic) && !/[+#]/.test(topic);
