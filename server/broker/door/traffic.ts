/** Traffic of one connection, or of all. Bytes are payload bytes of WebSocket messages. */
export type Traffic = { bytesIn: number; bytesOut: number; messagesIn: number; messagesOut: number };
export const noTraffic = (): Traffic => ({ bytesIn: 0, bytesOut: 0, messagesIn: 0, messagesOut: 0 });
