/**
 * The messages between an agent and its WebRTC process, over Node's IPC with `advanced` serialization, which
 * keeps bytes as bytes. An `id` names a peer, a channel, a source or a sink. The agent assigns it and never
 * reuses it. A message about an unknown id is ignored.
 */

/** RGBA, four bytes a pixel. */
export type VideoFrame = { width: number; height: number; data: Uint8ClampedArray };

/** Commands to the process. They are sent in lists: the commands of one task are executed in one task. */
export type Command =
  /** `streams` are ids of sources. */
  | { type: 'new-peer'; id: number; initiator: boolean; config: RTCConfiguration; streams: number[] }
  | { type: 'signal'; id: number; signal: object }
  | { type: 'add-transceiver'; id: number; kind: 'audio' | 'video'; init: RTCRtpTransceiverInit }
  /** No `closed` follows, but a `channel-closed` for each channel. */
  | { type: 'destroy'; id: number }
  | { type: 'new-channel'; id: number; peer: number; label: string; init: RTCDataChannelInit | undefined }
  | { type: 'send'; id: number; data: string | Uint8Array }
  /** Data that was sent before is still transmitted. */
  | { type: 'close-channel'; id: number }
  | { type: 'new-source'; id: number }
  /** One picture for several sources, with an even width and height. */
  | { type: 'show'; ids: number[]; frame: VideoFrame }
  | { type: 'stop-source'; id: number }
  /** `track` is an id from a `stream` report. `everyMs` is the minimum time between two pictures. */
  | { type: 'watch'; id: number; track: string; everyMs: number }
  /** Acknowledges the last `frame`. Until then no further frame is sent. */
  | { type: 'taken'; id: number }
  | { type: 'unwatch'; id: number };

/** Reports from the process, in the order of their events. */
export type Report =
  /** The first message. */
  | { type: 'ready' }
  /** Sent instead of `ready`: the library cannot be loaded, so a retry is pointless. */
  | { type: 'unavailable'; message: string }
  | { type: 'signal'; id: number; signal: { type?: string } }
  | { type: 'connect'; id: number }
  | { type: 'stream'; id: number; stream: string; tracks: { id: string; kind: string }[] }
  /** The last message about a peer that the agent did not destroy. */
  | { type: 'closed'; id: number; error: { message: string; code: string | undefined } | undefined }
  | { type: 'channel-open'; id: number }
  | { type: 'message'; id: number; data: string | Uint8Array }
  /** The total transmitted bytes of each channel whose total has grown. */
  | { type: 'left'; channels: { id: number; bytes: number }[] }
  /** Sent for every channel. */
  | { type: 'channel-closed'; id: number }
  /** The newest picture, and the number of pictures since the previous one. */
  | { type: 'frame'; id: number; frame: VideoFrame; frames: number };

/** Counts bytes like a data channel's `bufferedAmount`. */
export const bytesOf = (data: string | Uint8Array): number =>
  typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
