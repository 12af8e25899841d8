import { describe, expect, it } from 'vitest';
import { HANG_UP } from '#protocol/peer/peer-payload.ts';
import { createPeerFixture, TUTOR } from './fakes/fake-calls.ts';

const CALL = { peerId: TUTOR, reference: 'r1' };
const FILES = { ...CALL, files: [{ id: 'f', name: 'a.txt', size: 1 }], folder: '%downloads%' };
const FILE = { ...CALL, file: { fileName: 'b.txt', location: 'C:', size: 1 } };

describe('files', () => {
  it('go over a channel that both sides make', async () => {
    const { open, peer, transfer, world } = createPeerFixture();
    const run = world.receiveFiles(FILES);
    await open();
    expect(peer().channels).toEqual([{ label: 'files', id: 100, negotiated: true }]);
    expect(transfer().call).toEqual({ files: FILES.files, folder: '%downloads%', reference: 'r1' });
    transfer().end('done');
    expect(await run.ended).toBe('done');
  });

  it('have their last word before the connection is closed', async () => {
    const { clock, open, peer, transfer, world } = createPeerFixture();
    const run = world.sendFile(FILE);
    await open();
    transfer().end('done');
    await run.ended;
    expect(peer().destroyed).toBe(false);
    await clock.advance(2_000);
    expect([peer().destroyed, world.counts()]).toEqual([true, { peers: 0, runs: 0 }]);
  });

  it.each([
    ['cancelled', 'left'],
    ['refused', 'refused'],
    ['unreadable', 'no-file'],
    ['bad-hash', 'failed'],
    ['disk-full', 'failed'],
  ] as const)('that are %s end %s, and are not dialled again', async (how, end) => {
    const { clock, open, peers, transfer, world } = createPeerFixture();
    const run = world.receiveFiles(FILES);
    await open();
    transfer().end(how);
    expect(await run.ended).toBe(end);
    await clock.advance(60_000);
    expect(peers).toHaveLength(1);
  });

  it('that are not there make no call', async () => {
    const { peer, seen, sent, world } = createPeerFixture();
    seen.hasFile = false;
    expect(await world.sendFile(FILE).ended).toBe('no-file');
    expect([peer().destroyed, sent]).toEqual([true, []]);
  });

  it.each(['broken', 'silent'] as const)('that were %s go on over another call', async (how) => {
    const { clock, open, peers, transfer, transfers, world } = createPeerFixture();
    const run = world.receiveFiles(FILES);
    await open();
    transfer().end(how);
    await clock.advance(1_000);
    await open();
    expect(peers.map(({ destroyed }) => destroyed)).toEqual([true, false]);
    expect(transfers.map(({ call }) => call.reference)).toEqual(['r1', 'r1']);
    transfer().end('done');
    expect(await run.ended).toBe('done');
  });

  it('are given up after three calls that broke within a minute', async () => {
    const { clock, open, peers, transfer, world } = createPeerFixture();
    const run = world.receiveFiles(FILES);
    for (const pause of [1_000, 4_000, 10_000]) {
      await open();
      transfer().end('broken');
      await clock.advance(pause);
    }
    await open();
    transfer().end('broken');
    expect(await run.ended).toBe('broken');
    await clock.advance(120_000);
    expect(peers).toHaveLength(4);
    expect(clock.pending()).toBe(0);
  });

  it('may break again later', async () => {
    const { clock, open, peers, transfer, world } = createPeerFixture();
    const run = world.receiveFiles(FILES);
    for (let i = 0; i < 8; i++) {
      await open();
      await clock.advance(61_000);
      transfer().end('broken');
      await clock.advance(1_000);
    }
    await open();
    transfer().end('done');
    expect([await run.ended, peers.length]).toEqual(['done', 9]);
  });

  it('that end with the connection are what the engine says they are', async () => {
    const { clock, close, open, peers, transfer, world } = createPeerFixture();
    const run = world.receiveFiles(FILES);
    await open();
    await close('left');
    transfer().end('done');
    expect(await run.ended).toBe('done');
    await clock.advance(60_000);
    expect(peers).toHaveLength(1);
  });

  it('whose engine says nothing about a lost connection are paused, and dialled again', async () => {
    const { clock, close, open, peers, transfers, world } = createPeerFixture();
    world.receiveFiles(FILES);
    await open();
    await close('broken');
    await clock.advance(6_000);
    expect(transfers[0]?.stopped).toEqual(['pause']);
    expect(peers).toHaveLength(2);
  });

  it('that the tutor does not want any more are not dialled again', async () => {
    const { clock, open, peers, signal, transfer, transfers, world } = createPeerFixture();
    const run = world.receiveFiles(FILES);
    await open();
    transfer().end('broken');
    await clock.advance(1_000);
    await signal({ type: HANG_UP });
    expect(world.counts()).toEqual({ peers: 0, runs: 0 });
    expect([await run.ended, transfers[1]?.stopped]).toEqual(['left', ['cancel']]);
    await clock.advance(60_000);
    expect([peers.length, clock.pending()]).toEqual([2, 0]);
  });

  it('that nobody takes are unreachable at once', async () => {
    const { clock, gone, transfers, world } = createPeerFixture();
    const run = world.receiveFiles(FILES);
    await clock.advance(0);
    await gone();
    expect([await run.ended, transfers[0]?.stopped]).toEqual(['unreachable', ['pause']]);
  });

  it('are cancelled from this side with a word to the other', async () => {
    const { clock, open, peer, peers, transfer, world } = createPeerFixture();
    const run = world.receiveFiles(FILES);
    await open();
    run.end();
    expect([await run.ended, transfer().stopped, peer().destroyed]).toEqual(['ended', ['cancel'], false]);
    transfer().end('cancelled');
    await clock.advance(2_000);
    expect(peer().destroyed).toBe(true);
    await clock.advance(60_000);
    expect(peers).toHaveLength(1);
  });

  it('are not dialled again when they are cancelled meanwhile', async () => {
    const { clock, open, peers, transfer, world } = createPeerFixture();
    const run = world.receiveFiles(FILES);
    await open();
    transfer().end('broken');
    await clock.advance(500);
    run.end();
    await clock.advance(60_000);
    expect([await run.ended, peers.length]).toEqual(['ended', 1]);
  });
});
