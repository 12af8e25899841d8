/** Pictures of one tab as the browser draws it, by its debugger. Chrome scales and encodes them. */

const SIZE = { maxWidth: 1280, maxHeight: 800 };
const QUALITY = 70;
/** Faster pictures would cost the student's processor more than they show. */
const FRAME_INTERVAL_MS = 66;
const DEBUGGER_VERSION = '1.3';

export type Screencast = {
  /** The next picture may follow. */
  frameDone(): void;
  stop(): void;
};

type Frame = { data: string; sessionId: number };

/**
 * Rejects if the browser does not attach its debugger: to its own pages, or where the administrator forbids
 * it. `onEnded`: the tab has closed, or the student has stopped the debugger.
 */
export async function startScreencast(
  tabId: number,
  on: { frame: (jpeg: string) => void; ended: () => void },
): Promise<Screencast> {
  const target = { tabId };
  let isStopped = false;
  /** Each frame needs its own acknowledgement, because Chrome has at most two frames without one. */
  const unacknowledged: number[] = [];
  let nextAckAt = 0;

  const send = (method: string, parameters?: object): Promise<unknown> =>
    chrome.debugger.sendCommand(target, method, parameters);
  const onEvent = (source: chrome.debugger.DebuggerSession, method: string, parameters?: object) => {
    if (source.tabId !== tabId || method !== 'Page.screencastFrame' || isStopped) return;
    const { data, sessionId } = parameters as Frame;
    unacknowledged.push(sessionId);
    on.frame(data);
  };
  const onDetach = (source: chrome.debugger.Debuggee) => {
    if (source.tabId !== tabId || isStopped) return;
    ignore();
    on.ended();
  };
  const ignore = () => {
    isStopped = true;
    chrome.debugger.onEvent.removeListener(onEvent);
    chrome.debugger.onDetach.removeListener(onDetach);
  };

  await chrome.debugger.attach(target, DEBUGGER_VERSION);
  chrome.debugger.onEvent.addListener(onEvent);
  chrome.debugger.onDetach.addListener(onDetach);
  try {
    await send('Page.startScreencast', { format: 'jpeg', quality: QUALITY, ...SIZE });
  } catch (error) {
    ignore();
    await chrome.debugger.detach(target).catch(() => {});
    throw error;
  }

  return {
    frameDone() {
      const sessionId = unacknowledged.shift();
      if (sessionId === undefined) return;
      // Chrome draws the next picture but one when this one is acknowledged.
      const ackAt = Math.max(Date.now(), nextAckAt);
      nextAckAt = ackAt + FRAME_INTERVAL_MS;
      setTimeout(() => {
        if (!isStopped) send('Page.screencastFrameAck', { sessionId }).catch(() => {});
      }, ackAt - Date.now());
    },
    stop() {
      if (isStopped) return;
      ignore();
      chrome.debugger.detach(target).catch(() => {});
    },
  };
}
