/** Syntax checks of topics, before any check of rights. */

/** Enough for ten levels of 128-character ids. MQTT allows 65,535 bytes, which would fill the caches. */
const MAX_LENGTH = 1_024;
/** Control characters, and the replacements of invalid UTF-8 (MQTT 5.0, 1.5.4). */
const UNFIT = /[\p{Cc}\p{Surrogate}\ufffd]/u;

/** Five parts with ids of 128 characters, without separators. */
const MAX_CLIENT_IDENTIFIER = 640;
export const isClientIdentifier = (text: string): boolean =>
  text.length <= MAX_CLIENT_IDENTIFIER && !UNFIT.test(text) && !/[\p{Cf}\u2028\u2029]/u.test(text);

export const isTopicText = (text: string): boolean => text.length <= MAX_LENGTH && !UNFIT.test(text);

/** Whether a message can be published to the topic. No other check covers the topic of a last will. */
export const isTopicName = (topic: string): boolean => isTopicText(topic) && !/[+#]/.test(topic);
