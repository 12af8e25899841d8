import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { takeUpgrades } from './take-upgrades.ts';

it('a peer that resets the connection while a service looks for its site ends that connection alone', () => {
  const server = new EventEmitter();
  const looks = { handleUpgrade() {} };
  takeUpgrades(server as Server, { services: { '/peerjs': looks }, waitSeconds: () => undefined });
  const socket = new PassThrough();
  server.emit('upgrade', { url: '/peerjs?token=any' }, socket, Buffer.alloc(0));
  socket.emit('error', new Error('read ECONNRESET'));
  expect(socket.destroyed).toBe(true);
});
