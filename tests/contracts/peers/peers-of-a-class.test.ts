/** Peer connections on the running platform: simulated devices call a tutor, who here has the WebRTC of Node as well. */
import mqtt, { type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, replySchema } from '#protocol/action.ts';
import type { ActionName } from '#protocol/action-parameters.ts';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { systemClock as clock } from '#protocol/clock.ts';
import { createPeerClient, type PeerClient } from '#protocol/peer/peer-client.ts';
import { peerSocketUrl } from '#protocol/peer/peer-signalling.ts';
import { backchannel, backchannelFilter, feedbackAddress, targetTopic } from '#protocol/topics.ts';
import { fromDataChannel } from '#protocol/transfer/data-channel.ts';
import { sha256 } from '#protocol/transfer/digest.ts';
import { receiveFiles } from '#protocol/transfer/receive-files.ts';
import { sendFiles } from '#protocol/transfer/send-files.ts';
import { createPeerServices } from '../../../agent/node/peer-services.ts';
import { createPeerSockets } from '../../../agent/node/peer-socket.ts';
import type { WebRtc } from '../../../agent/node/webrtc/webrtc.ts';
import type { SimplePeerInstance } from '../../../agent/peer/simple-peer.ts';
import { loadWebRtc } from '../../../agent/simulated/peers/class-webrtc.ts';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { type RunningClassroom, startClassroom } from '../../support/classroom/running-classroom.ts';
import { consoleSession } from '../../support/tutors/platform-session.ts';

const TEACHER = 'teacher@demo.example';
const scope = { tenant: 'demo', site: 'riverside' };
const IDLE = { peers: 0, runs: 0, openFiles: 0 };

let classroom: RunningClassroom;
let tutor: MqttClient;
let tutorId: string;
let client: PeerClient;
let webRtc: WebRtc;
let address: string;
const stopping = new AbortController();
const replies: Reply[] = [];
/** The tutor's side of each call, by what it refers to; `streams` is what it sends. */
const calls = new Map<string, SimplePeerInstance>();
const senders = new Set<string>();
const streams = new Map<string, MediaStream[]>();
let onCall: (reference: string, peer: SimplePeerInstance) => void = () => {};

beforeAll(async () => {
  classroom = await startClassroom({ students: 2 });
  webRtc = await loadWebRtc();
  const { accessToken } = await consoleSession(classroom.platform, TEACHER);
  const claims = readClaims(accessToken);
  if (!claims) throw new Error('the access token cannot be read');
  tutorId = claims.sub;
  const { port } = classroom.platform;
  tutor = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, {
    protocolVersion: 5,
    clientId: mqttClientId(claims, 'peers'),
    reconnectPeriod: 0,
    username: accessToken,
    password: accessToken,
  });
  tutor.on('message', (topic, payload) => {
    if (feedbackAddress(topic)?.kind === 'reply')
      replies.push(v.parse(replySchema, JSON.parse(String(payload))));
  });
  await tutor.subscribeAsync(backchannelFilter(scope, tutorId), { qos: 1 });
  const origin = `http://127.0.0.1:${port}`;
  const services = createPeerServices({
    origin,
    tenant: 'demo',
    accessToken: () => accessToken,
    signal: stopping.signal,
  });
  client = createPeerClient({
    ticket: services.ticket,
    url: ({ ticket, peerId }) =>
      peerSocketUrl(`ws://127.0.0.1:${port}/peerjs`, { tenant: 'demo', ticket, peerId }),
    open: createPeerSockets(),
    after: clock.after,
    random: Math.random,
  });
  client.onSignal(({ peerId, sender }, payload) => {
    const { connection, reference, signal } = payload;
    let peer = calls.get(connection);
    if (peer === undefined) {
      senders.add(`${sender.kind} ${sender.id}`);
      const options = { initiator: false, config: { iceServers: [] }, streams: streams.get(reference) ?? [] };
      peer = webRtc.newPeer(options as never);
      calls.set(connection, peer);
      peer.on('error', () => {});
      peer.on('signal', (answer) => client.send(peerId, { ...payload, signal: { ...answer } }));
      onCall(reference, peer);
    }
    peer.signal(signal);
  });
  address = await client.address();
}, 60_000);
afterAll(async () => {
  for (const peer of calls.values()) peer.destroy();
  client?.close();
  stopping.abort();
  await tutor?.endAsync();
  await classroom?.close();
});

/** Other suites share the processor. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });
function student(): SimulatedDevice {
  const found = classroom.simulatedClass?.devices.find((device) => device.online());
  if (!found) throw new Error('nobody is there');
  return found;
}
const channelOf = (peer: SimplePeerInstance) => {
  const channel = peer._pc?.createDataChannel('files', { negotiated: true, id: 100 });
  if (!channel) throw new Error('no channel');
  return fromDataChannel(channel);
};
const engine = { digest: sha256, clock, events: {} };
const answers = (id: string) => replies.filter((reply) => reply.id === id);

function act(id: string, action: ActionName, parameters: object) {
  const identity = student().identity();
  if (!identity) throw new Error('not enrolled');
  const { authType, userId, clientId } = identity;
  const topic = targetTopic(scope, tutorId, { to: 'client', authType, userId, clientId }, 'actions');
  return tutor.publishAsync(topic, JSON.stringify({ id, action, parameters, timeSent: Date.now() }), {
    qos: 1,
    properties: {
      messageExpiryInterval: 60,
      responseTopic: backchannel(scope, tutorId),
      correlationData: Buffer.from(id),
    },
  });
}

describe('a simulated device', () => {
  it('has no peer connection before it is asked for one', () => {
    expect(student().peerCounts()).toEqual({ ...IDLE, sockets: 0 });
  });

  it('takes a file to disk, and says so twice', async () => {
    const content = new TextEncoder().encode('Bring your books.'.repeat(50_000));
    const file = { id: 'file-1', name: 'note.txt', size: content.length };
    onCall = (_, peer) => {
      const read = async (at: number, length: number) => content.slice(at, at + length);
      sendFiles(channelOf(peer), [{ ...file, version: '1', read }], engine);
    };
    await act('t1', 'transferFiles', { files: [file], filePath: '%downloads%', peerId: address });
    await eventually(() => answers('t1')).toMatchObject([
      { ok: true, transfer: 'accepted' },
      { ok: true, transfer: 'done' },
    ]);
    const [received] = student().receivedFiles();
    expect(received).toMatchObject({
      name: 'note.txt',
      sha256: Buffer.from(await sha256(content)).toString('hex'),
    });
    expect([...senders]).toEqual([`device ${student().clientId()}`]);
    await eventually(() => student().peerCounts()).toMatchObject(IDLE);
  });

  it('lists it, and hands out what it lists', async () => {
    await act('r1', 'retrieveFiles', { filePatterns: ['*'], folderPath: '%downloads%' });
    await eventually(() => answers('r1')).toHaveLength(1);
    const files = answers('r1')[0]?.files ?? [];
    expect(files).toContainEqual(expect.objectContaining({ fileName: 'note.txt', size: 850_000 }));
    const [smallest] = files.toSorted((a, b) => a.size - b.size);
    const parts: Uint8Array[] = [];
    onCall = (reference, peer) => {
      const none = async () => {};
      const write = async (index: number, chunk: Uint8Array) => {
        parts[index] = chunk.slice();
      };
      const open = async () => ({ kept: [], write, finish: none, discard: none, pause: none });
      receiveFiles(channelOf(peer), [{ id: reference, maxBytes: 1e9 }], { ...engine, open });
    };
    await act('c1', 'collectFiles', { selectedFile: smallest, peerId: address });
    await eventually(() => answers('c1').at(-1)).toMatchObject({ ok: true, transfer: 'done' });
    const hash = Buffer.from(await sha256(Buffer.concat(parts))).toString('hex');
    expect(smallest && student().sha256Of(smallest)).toBe(hash);
    await act('c2', 'collectFiles', { selectedFile: { ...smallest, fileName: 'none' }, peerId: address });
    await eventually(() => answers('c2').at(-1)).toMatchObject({ ok: false, code: 'no-file' });
    await eventually(() => student().peerCounts()).toMatchObject(IDLE);
  });

  it('shows its display live until the tutor hangs up', async () => {
    let frames = 0;
    let stopSink = () => {};
    let live: SimplePeerInstance | undefined;
    onCall = (_, peer) => {
      live = peer;
      peer.on('stream', (stream) => {
        const [track] = stream.getVideoTracks();
        if (track) stopSink = webRtc.videoSink(track, () => frames++);
      });
    };
    await act('l1', 'liveScreen', { peerId: address });
    await eventually(() => frames).toBeGreaterThan(3);
    expect(student().peerCounts()).toMatchObject({ peers: 1, sockets: 1, runs: 1 });
    stopSink();
    live?.destroy();
    await eventually(() => student().peerCounts()).toMatchObject(IDLE);
  });

  it('watches what the tutor shares until it is stopped', async () => {
    const video = webRtc.videoSource();
    const size = { width: 320, height: 180 };
    const data = new Uint8ClampedArray(size.width * size.height * 4).fill(200);
    const timer = setInterval(() => webRtc.show({ ...size, data }, [video]), 100);
    streams.set('s1', [video.stream]);
    onCall = () => {};
    await act('b1', 'broadcast', { session: { id: 's1', peerId: address, tutorName: 'Anna' } });
    await eventually(() => student().broadcastFrames()).toBeGreaterThan(3);
    expect(student().state().broadcast).toMatchObject({ sessionId: 's1' });
    await act('b2', 'stopShareScreen', { sessionId: 's1' });
    await eventually(() => student().peerCounts()).toMatchObject(IDLE);
    expect(student().state().broadcast).toBeUndefined();
    clearInterval(timer);
    video.stop();
  });

  it('says it when its student stops sharing', async () => {
    onCall = () => {};
    await act('s1', 'shareScreen', { session: { id: 's2', peerId: address } });
    await eventually(() => student().peerCounts()).toMatchObject({ peers: 1, runs: 1 });
    expect(student().state().shares).toMatchObject([{ sessionId: 's2' }]);
    student().refuseScreens();
    await eventually(() => answers('s1').at(-1)).toMatchObject({ ok: false, code: 'refused' });
    expect(student().state().shares).toEqual([]);
    await eventually(() => student().peerCounts()).toMatchObject(IDLE);
  });
});
