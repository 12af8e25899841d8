/** The process of `feedback-generator.ts`: holds the connections and publishes when it is told to. */
import { groupFeedback } from '#protocol/topics.ts';
import type { ClassFile } from '../../../agent/simulated/class-file.ts';
import { type BareDevice, connectDevice } from './bare-device.ts';
import { introduction, SPOKEN_KINDS, spoken } from './class-feedback.ts';
import { publishPacket } from './publish-packet.ts';

export type GeneratorSetup = { port: number; classFile: ClassFile; devices: number; groupId: string };
export type GeneratorCommand =
  | { name: 'introduce' | 'speak'; count: number }
  | { name: 'mark'; sessionVersion: number };
/** After the connections stand, and after each command: what a listener will get for it, in bytes. */
export type GeneratorReport = { bytes: number };

type Message = { device: BareDevice; topic: string; payload: string; bytes: number };

const AT_ONCE = 8;
const VERSIONS = 4;
/** Of a WebSocket message of some hundred bytes, from server to client. */
const FRAME_BYTES = 4;

const told = <T>() =>
  new Promise<T>((resolve) => process.once('message', (message) => resolve(message as T)));
const setup = await told<GeneratorSetup>();
const devices = await connectAll();

/** A few at a time; they take their seats from one queue. */
async function connectAll(): Promise<readonly BareDevice[]> {
  const connected: BareDevice[] = [];
  const seats = setup.classFile.devices.slice(0, setup.devices).values();
  const fromQueue = async () => {
    for (const seat of seats) connected.push(await connectDevice(setup.port, setup.classFile, seat));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fromQueue));
  return connected;
}

const personOf = ({ tokens }: BareDevice) => ({ ...tokens, name: tokens.clientId });

function message(device: BareDevice, kind: string, record: object): Message {
  const topic = `${groupFeedback(device.scope, setup.groupId)}/${device.tokens.clientId}/${kind}`;
  const payload = JSON.stringify(record);
  return { device, topic, payload, bytes: publishPacket(topic, payload).length + FRAME_BYTES };
}

const introductions = devices.map((device) => message(device, 'info', introduction(personOf(device))));
const records = Array.from({ length: VERSIONS }, (_, version) =>
  SPOKEN_KINDS.flatMap((kind) =>
    devices.map((device) => message(device, kind, spoken(personOf(device), kind, version))),
  ),
).flat();
let next = 0;

const publish = ({ device, topic, payload }: Message) =>
  device.client.publishAsync(topic, payload, { qos: 0, properties: { contentType: 'application/json' } });

async function all(messages: readonly Message[]): Promise<GeneratorReport> {
  await Promise.all(messages.map(publish));
  return { bytes: messages.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function chosen(command: GeneratorCommand): readonly Message[] {
  const [first] = devices;
  if (command.name === 'mark') {
    return first
      ? [message(first, 'statuses', spoken(personOf(first), 'statuses', command.sessionVersion))]
      : [];
  }
  const from = command.name === 'introduce' ? introductions : records;
  return Array.from({ length: command.count }, () => from[next++ % from.length]).filter(
    (each) => each !== undefined,
  );
}

const tell = (report: GeneratorReport) => void process.send?.(report);
process.on('message', (command) => void all(chosen(command as GeneratorCommand)).then(tell));
tell({ bytes: 0 });
