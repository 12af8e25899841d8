/** As much of simple-peer 9 as is used; its main entry does not run in browsers, this build does. */
declare module 'simple-peer/simplepeer.min.js' {
  export type SimplePeerOptions = {
    initiator?: boolean;
    config?: RTCConfiguration;
    streams?: MediaStream[];
    trickle?: boolean;
  };

  export default class SimplePeer {
    constructor(options?: SimplePeerOptions);
    readonly destroyed: boolean;
    /** The connection itself; null once it is destroyed. */
    readonly _pc: RTCPeerConnection | null;
    /** Throws on a candidate that is none. */
    signal(data: object): void;
    destroy(error?: Error): void;
    /** Throws away what comes on its own channel. */
    resume(): this;
    on(event: 'signal', call: (data: { type?: string }) => void): this;
    on(event: 'connect' | 'close', call: () => void): this;
    on(event: 'stream', call: (stream: MediaStream) => void): this;
    on(event: 'error', call: (error: Error) => void): this;
    on(event: 'iceStateChange', call: (connection: string, gathering: string) => void): this;
  }
}
