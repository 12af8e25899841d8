import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let echo: Server;
let proxy: TcpProxy;
const sockets: Socket[] = [];

beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await createTcpProxy({ targetPort: (echo.address() as AddressInfo).port });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await proxy.close();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

describe('the TCP proxy', () => {
  it('passes bytes both ways', async () => {
    expect(await ask(await open(), 'hello')).toBe('hello');
    expect(proxy.open()).toBe(1);
  });

  it('ends open connections and refuses new ones when it is cut', async () => {
    const socket = await open();
    await ask(socket, 'hello');
    const closed = once(socket, 'close');
    await proxy.cut();
    await closed;
    await expect(open()).rejects.toThrow('ECONNREFUSED');
  });

  it('passes bytes again after a cut is restored, on the same port', async () => {
    await proxy.cut();
    await proxy.restore();
    expect(await ask(await open(), 'again')).toBe('again');
  });

  it('swallows bytes as a black hole, on old and new connections, and leaves them open', async () => {
    const old = await open();
    await ask(old, 'hello');
    proxy.blackHole();
    let heard = '';
    const young = await open();
    for (const socket of [old, young]) {
      socket.on('data', (bytes: Buffer) => {
        heard += bytes;
      });
      await new Promise((resolve) => socket.write('anyone?', resolve));
    }
    // A second way round the loop proves that an echo would have had its time.
    await expectEcho();
    expect(heard).toBe('');
    expect(old.destroyed || young.destroyed).toBe(false);
  });

  it('ends swallowed connections when it is restored, and passes new ones', async () => {
    const socket = await open();
    await ask(socket, 'hello');
    proxy.blackHole();
    const closed = once(socket, 'close');
    await proxy.restore();
    await closed;
    expect(await ask(await open(), 'again')).toBe('again');
  });
});

/** One echo without the proxy between. */
async function expectEcho() {
  const socket = connect((echo.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  expect(await ask(socket, 'direct')).toBe('direct');
}
