/** Types for the used part of simple-peer 9. Its main entry does not run in browsers, but this build does. */
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
    /** The underlying connection; null once destroyed. */
    readonly _pc: RTCPeerConnection | null;
    /** Throws on an invalid candidate. */
    signal(data: object): void;
    destroy(error?: Error): void;
    /** Discards data on the library's own channel. */
    resume(): this;
    on(event: 'signal', call: (data: { type?: string }) => void): this;
    on(event: 'connect' | 'close', call: () => void): this;
    on(event: 'stream', call: (stream: MediaStream) => void): this;
    on(event: 'error', call: (error: Error) => void): this;
    on(event: 'iceStateChange', call: (connection: string, gathering: string) => void): this;
  }
}
