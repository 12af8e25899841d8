import mqttPacket from 'mqtt-packet';
import { expect, it } from 'vitest';
import { rememberLengths } from './mqtt-packet.ts';

/** The bytes with which the length of a PUBLISH is said, the second that is written. */
function lengthOf(payload: Buffer): Buffer {
  const written: Buffer[] = [];
  const stream = { write: (bytes: Buffer) => written.push(bytes), cork() {}, uncork() {} };
  mqttPacket.writeToStream(
    { cmd: 'publish', topic: 'a', payload, qos: 0, retain: false, dup: false },
    stream as never,
  );
  return written[1] ?? Buffer.alloc(0);
}

it('has the bytes of all lengths beside each other, whatever else is written meanwhile', () => {
  rememberLengths();
  const memory = new Set<ArrayBufferLike>();
  for (let length = 200; length < 16_000; length += 100) {
    // What a broker does meanwhile takes other parts of the memory that small buffers share.
    Buffer.allocUnsafe(3_000);
    memory.add(lengthOf(Buffer.alloc(length)).buffer);
  }
  // Of 8 KiB each; 158 lengths of their own would hold as many.
  expect(memory.size).toBeLessThanOrEqual(20);
});

it('changes nothing of what is written', () => {
  rememberLengths();
  expect([...lengthOf(Buffer.alloc(97))]).toEqual([100]);
  expect([...lengthOf(Buffer.alloc(297))]).toEqual([172, 2]);
});
