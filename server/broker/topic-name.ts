/** What a topic may look like, before anybody asks whose it is. */

/** Ten levels of ids of 128 characters are shorter; MQTT allows 65,535 bytes, which caches would have to hold. */
const MAX_LENGTH = 1_024;
/** Control characters, and what becomes of bytes that are no UTF-8 (MQTT 5.0, 1.5.4). */
const UNFIT = /[\p{Cc}\p{Surrogate}\ufffd]/u;

export const isTopicText = (text: string): boolean => text.length <= MAX_LENGTH && !UNFIT.test(text);

/** A last will's topic is seen by nobody else before it is published. */
export const isTopicName = (topic: string): boolean => isTopicText(topic) && !/[+#]/.test(topic);
