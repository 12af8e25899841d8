import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { refuseUpgrade } from './web-sockets.ts';

it('answers an upgrade that is not taken, and outlives a peer that resets the connection', () => {
  const socket = new PassThrough();
  refuseUpgrade(socket, '400 Bad Request');
  expect(String(socket.read())).toBe(
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  );
  socket.emit('error', new Error('read ECONNRESET'));
  expect(socket.destroyed).toBe(true);
});
