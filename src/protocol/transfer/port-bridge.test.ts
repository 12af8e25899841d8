import { afterEach, describe, expect, it, vi } from 'vitest';
import { whenBufferHasSpace } from './back-pressure.ts';
import { fromDataChannel } from './data-channel.ts';
import { createFakeDataChannel } from './fakes/fake-data-channel.ts';
import { bridgeChannel, fromBridge } from './port-bridge.ts';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

function setUp() {
  const page = createFakeDataChannel();
  const port = bridgeChannel(page.channel);
  ports.push(port);
  const worker = fromBridge(port, 262_144);
  return { page, worker };
}

describe('a bridged channel', () => {
  it('opens, carries both ways in order, and closes', async () => {
    const { page, worker } = setUp();
    const heard: unknown[] = [];
    const told = { opened: vi.fn(), closed: vi.fn() };
    worker.onMessage((message) => heard.push(message));
    worker.onOpen(told.opened);
    worker.onClose(told.closed);
    expect(() => worker.send('early')).toThrow('not open');
    page.open();
    await vi.waitFor(() => expect(told.opened).toHaveBeenCalledOnce());
    page.deliver('text');
    page.deliver(Uint8Array.of(1, 2).buffer);
    await vi.waitFor(() => expect(heard).toEqual(['text', Uint8Array.of(1, 2)]));
    const buffer = Uint8Array.of(1, 2, 3);
    worker.send(buffer);
    buffer.fill(9);
    worker.send('after');
    await vi.waitFor(() => expect(page.sent).toEqual([Uint8Array.of(1, 2, 3), 'after']));
    worker.close();
    await vi.waitFor(() => expect(page.channel.readyState).toBe('closed'));
    expect(told.closed).toHaveBeenCalledOnce();
  });

  it('knows in the worker what has left the page', async () => {
    const { page, worker } = setUp();
    page.open();
    await vi.waitFor(() => expect(worker.isOpen()).toBe(true));
    worker.send(new Uint8Array(200_000));
    worker.send(new Uint8Array(200_000));
    const isDrained = vi.fn();
    void whenBufferHasSpace(worker, 400_000).then(isDrained);
    await vi.waitFor(() => expect(page.sent).toHaveLength(2));
    expect(isDrained).not.toHaveBeenCalled();
    page.drain();
    await vi.waitFor(() => expect(isDrained).toHaveBeenCalledOnce());
    expect(worker.buffered()).toBe(0);
  });

  it('hears in the worker that the page’s channel closed', async () => {
    const { page, worker } = setUp();
    const closed = vi.fn();
    worker.onClose(closed);
    page.open();
    page.close();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });
});

describe('a data channel', () => {
  it('keeps what comes before anybody listens', () => {
    const { channel, deliver, open } = createFakeDataChannel();
    const transfer = fromDataChannel(channel);
    open();
    deliver('early');
    const heard: unknown[] = [];
    transfer.onMessage((message) => heard.push(message));
    deliver('late');
    expect(heard).toEqual(['early', 'late']);
  });

  it('calls who waits for room once, when there is room or when it closes', () => {
    const { channel, drain, open, close } = createFakeDataChannel();
    const transfer = fromDataChannel(channel);
    open();
    transfer.send(new Uint8Array(300_000));
    const [first, second] = [vi.fn(), vi.fn()];
    transfer.whenBelow(65_536, first);
    expect(first).not.toHaveBeenCalled();
    drain();
    transfer.send(new Uint8Array(300_000));
    transfer.whenBelow(65_536, second);
    close();
    expect(first).toHaveBeenCalledOnce();
    expect(second).toHaveBeenCalledOnce();
  });
});
