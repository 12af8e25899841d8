/** The time after which a page connects again, because the browser has stopped the worker. */
const RECONNECT_DELAY_MS = 250;

/** Receives what the worker sends to this page. A new connection also starts a worker that was stopped. */
export function followWorker<Message>(name: string, receive: (message: Message) => void): void {
  const port = chrome.runtime.connect({ name });
  port.onMessage.addListener((message) => receive(message as Message));
  port.onDisconnect.addListener(() => setTimeout(() => followWorker(name, receive), RECONNECT_DELAY_MS));
}
