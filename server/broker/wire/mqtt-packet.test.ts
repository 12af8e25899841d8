import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import mqttPacket from 'mqtt-packet';
import { expect, it } from 'vitest';
import { rememberLengths } from './mqtt-packet.ts';

/** The bytes with which the length of a PUBLISH is said, the second that is written. */
function lengthOf(packets: typeof mqttPacket, payload: Buffer): Buffer {
  const written: Buffer[] = [];
  const stream = { write: (bytes: Buffer) => written.push(bytes), cork() {}, uncork() {} };
  packets.writeToStream(
    { cmd: 'publish', topic: 'a', payload, qos: 0, retain: false, dup: false },
    stream as never,
  );
  return written[1] ?? Buffer.alloc(0);
}

/** Of a process that has written nothing before: the library keeps each length where it was first written. */
const COUNT = `
import mqttPacket from 'mqtt-packet';
import { rememberLengths } from './server/broker/wire/mqtt-packet.ts';
const lengthOf = ${lengthOf};
rememberLengths();
const memory = new Set();
for (let length = 200; length < 16_000; length += 100) {
  // What a broker does meanwhile takes other parts of the memory that small buffers share.
  Buffer.allocUnsafe(3_000);
  memory.add(lengthOf(mqttPacket, Buffer.alloc(length)).buffer);
}
console.log(memory.size);
`;

it('has the bytes of all lengths beside each other, whatever else is written meanwhile', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', COUNT];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  // Of 8 KiB each; 158 lengths of their own would hold as many.
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThanOrEqual(20);
}, 20_000);

it('changes nothing of what is written', () => {
  rememberLengths();
  expect([...lengthOf(mqttPacket, Buffer.alloc(97))]).toEqual([100]);
  expect([...lengthOf(mqttPacket, Buffer.alloc(297))]).toEqual([172, 2]);
});
