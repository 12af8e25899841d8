/**
 * What the simulated class and the process of its WebRTC say to each other, over Node's IPC with `advanced`
 * serialization: bytes cross as bytes. An `id` names a peer, a channel, a source or a sink on both sides; the class gives
 * it, and none twice. Who gets a message about an id that it has no more leaves it.
 */

/** RGBA, four bytes a pixel. */
export type VideoFrame = { width: number; height: number; data: Uint8ClampedArray };

/** To the process. They come in lists: what was said in one task is done in one task. */
export type Command =
  /** `streams`: ids of sources. */
  | { type: 'new-peer'; id: number; initiator: boolean; config: RTCConfiguration; streams: number[] }
  | { type: 'signal'; id: number; signal: object }
  | { type: 'add-transceiver'; id: number; kind: 'audio' | 'video'; init: RTCRtpTransceiverInit }
  /** It is not answered by `closed`; its channels say `channel-closed`. */
  | { type: 'destroy'; id: number }
  | { type: 'new-channel'; id: number; peer: number; label: string; init: RTCDataChannelInit | undefined }
  | { type: 'send'; id: number; data: string | Uint8Array }
  /** What was sent before still leaves. */
  | { type: 'close-channel'; id: number }
  | { type: 'new-source'; id: number }
  /** One picture for several sources; width and height are even. */
  | { type: 'show'; ids: number[]; frame: VideoFrame }
  | { type: 'stop-source'; id: number }
  /** `track`: the id of one that a `stream` brought. `everyMs`: the least time between two pictures. */
  | { type: 'watch'; id: number; track: string; everyMs: number }
  /** The last `frame` has come: until then there is no further one. */
  | { type: 'taken'; id: number }
  | { type: 'unwatch'; id: number };

/** From the process, in the order in which it happened. */
export type Report =
  /** The first word. */
  | { type: 'ready' }
  /** Instead of it: the library cannot be loaded, and there is no use in trying again. */
  | { type: 'unavailable'; message: string }
  | { type: 'signal'; id: number; signal: { type?: string } }
  | { type: 'connect'; id: number }
  | { type: 'stream'; id: number; stream: string; tracks: { id: string; kind: string }[] }
  /** The last word about a peer that was not destroyed. */
  | { type: 'closed'; id: number; error: { message: string; code: string | undefined } | undefined }
  | { type: 'channel-open'; id: number }
  | { type: 'message'; id: number; data: string | Uint8Array }
  /** Bytes of all `send` that have left the machine, for each channel where they became more. */
  | { type: 'left'; channels: { id: number; bytes: number }[] }
  /** Comes for every channel. */
  | { type: 'channel-closed'; id: number }
  /** The newest picture, and how many there were since the one before. */
  | { type: 'frame'; id: number; frame: VideoFrame; frames: number };

/** Counts bytes as a data channel counts what it buffers. */
export const bytesOf = (data: string | Uint8Array): number =>
  typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
