import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let echo: Server;
let proxy: TcpProxy;
const sockets: Socket[] = [];
/** The service's ends. */
const echoed: Socket[] = [];

beforeEach(async () => {
  echo = createServer((socket) => {
    echoed.push(socket);
    socket.on('error', () => {}).pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await createTcpProxy({ targetPort: (echo.address() as AddressInfo).port });
});

afterEach(async () => {
  for (const socket of [...sockets.splice(0), ...echoed.splice(0)]) socket.destroy();
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

  it('leaves what a black hole has swallowed dead, untold, and lets through who knocked meanwhile', async () => {
    const old = await open();
    await ask(old, 'hello');
    proxy.blackHole();
    const knocking = await open();
    const answer = once(knocking, 'data');
    knocking.write('anyone?');
    await proxy.restore();
    expect(String((await answer)[0])).toBe('anyone?');
    let heard = '';
    old.on('data', (bytes: Buffer) => {
      heard += bytes;
    });
    await new Promise((resolve) => old.write('anyone?', resolve));
    await expectEcho();
    expect({ heard, destroyed: old.destroyed }).toEqual({ heard: '', destroyed: false });
    expect(await ask(await open(), 'again')).toBe('again');
  });

  it('keeps a dead connection open when its service gives it up', async () => {
    const old = await open();
    await ask(old, 'hello');
    proxy.blackHole();
    for (const socket of echoed) socket.destroy();
    await expectEcho();
    expect([old.destroyed, proxy.open()]).toEqual([false, 1]);
  });

  it('does not tell the service either that a client of a dead connection has left', async () => {
    const old = await open();
    await ask(old, 'hello');
    proxy.blackHole();
    const closed = once(old, 'close');
    old.destroy();
    await closed;
    await expectEcho();
    expect([proxy.open(), echoed[0]?.destroyed]).toEqual([0, false]);
  });

  it('answers the first request and then nothing while it hangs, and ends these when it is restored', async () => {
    const old = await open();
    await ask(old, 'hello');
    proxy.hang();
    const young = await open();
    expect(await ask(young, 'GET /mqtt\r\n\r\nand more')).toBe('GET /mqtt\r\n\r\n');
    let heard = '';
    for (const socket of [old, young]) {
      socket.on('data', (bytes: Buffer) => {
        heard += bytes;
      });
      await new Promise((resolve) => socket.write('anyone?', resolve));
    }
    await expectEcho();
    expect(heard).toBe('');
    expect(old.destroyed || young.destroyed).toBe(false);
    const closed = Promise.all([old, young].map((socket) => once(socket, 'close')));
    await proxy.restore();
    await closed;
    expect(await ask(await open(), 'again')).toBe('again');
  });

  it('as a filter ends what is open and answers what knocks with a page, until it is restored', async () => {
    const old = await open();
    await ask(old, 'hello');
    const ended = once(old, 'close');
    proxy.filter();
    await ended;
    expect(await ask(await open(), 'GET /mqtt HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 .*not allowed/s);
    await proxy.restore();
    expect(await ask(await open(), 'again')).toBe('again');
  });

  it('ends a connection on which one of the sides says nothing for long, and no other', async () => {
    const [quiet, busy] = [await open(), await open()];
    for (const socket of [quiet, busy]) await ask(socket, 'hello');
    const ended = proxy.endIdle(200);
    // A client that writes when it is cut off may be told so by an error too.
    busy.on('error', () => {});
    const cutOff = new Promise((resolve) => busy.once('close', resolve));
    const talk = setInterval(() => busy.write('x'), 20);
    await once(quiet, 'close');
    expect([ended(), busy.destroyed]).toEqual([1, false]);
    // Now only the client speaks.
    for (const socket of echoed) socket.unpipe(socket);
    await cutOff;
    clearInterval(talk);
    expect(ended()).toBe(2);
  });

  it('passes on to where it is aimed', async () => {
    const other = createServer((socket) => socket.end('other'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    proxy.aim((other.address() as AddressInfo).port);
    const [text] = (await once(await open(), 'data')) as [Buffer];
    expect(text.toString()).toBe('other');
    other.close();
  });
});

/** One echo without the proxy between. */
async function expectEcho() {
  const socket = connect((echo.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  expect(await ask(socket, 'direct')).toBe('direct');
}
