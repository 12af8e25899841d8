/** Times what File Exchange does in the console, by the page's own events. Times in epoch ms. */
export type FilesPage = {
  /** When each peer connection of the page was connected, since the last call. */
  takeConnections(): number[];
  /** When the list of transfers first said that so many files are sent. Rejects when one of them fails. */
  sent(files: number): Promise<number>;
};

const STATES = '[data-file-exchange] [data-state]';
const now = () => performance.timeOrigin + performance.now();
let connections: number[] = [];

const Native = globalThis.RTCPeerConnection;
globalThis.RTCPeerConnection = class extends Native {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    this.addEventListener('connectionstatechange', () => {
      if (this.connectionState === 'connected') connections.push(now());
    });
  }
};

const page: FilesPage = {
  takeConnections() {
    const taken = connections;
    connections = [];
    return taken;
  },
  sent: (files) =>
    new Promise((resolve, reject) => {
      const observer = new MutationObserver(look);
      function look() {
        const states = [...document.querySelectorAll<HTMLElement>(STATES)];
        const failed = states.find(({ dataset }) => dataset.state === 'failed');
        const sent = states.filter(({ dataset }) => dataset.state === 'finished').length;
        if (failed === undefined && sent < files) return;
        observer.disconnect();
        if (failed) reject(new Error(`a transfer failed: ${failed.textContent}`));
        else resolve(now());
      }
      observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-state'] });
      look();
    }),
};
Object.assign(globalThis, { lecternFiles: page });
