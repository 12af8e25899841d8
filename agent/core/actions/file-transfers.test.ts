import { describe, expect, it } from 'vitest';
import { tutorLastWill } from '#protocol/topics.ts';
import { createFixture, own, SCOPE } from '../fakes/device-fixture.ts';
import { createFakePeers } from '../fakes/fake-peers.ts';
import type { PickFiles } from '../machine.ts';

const FILES = [{ id: 'f1', name: 'task.pdf', size: 5 }];
const SELECTED = { fileName: 'essay.docx', location: '%downloads%', size: 9 };

async function online(options: Parameters<typeof createFixture>[0] = {}) {
  const peers = createFakePeers();
  const fixture = createFixture({ peers: peers.world, ...options });
  await fixture.goOnline();
  const send = (id = 't') =>
    fixture.act('transferFiles', { files: FILES, filePath: '%desktop%', peerId: 'p1' }, { id });
  const collect = (id = 'c') =>
    fixture.act('collectFiles', { selectedFile: SELECTED, peerId: 'p2' }, { id, to: own });
  return { ...fixture, peers, send, collect };
}

/** A student who looks at every question until it is taken back. */
async function undecided() {
  const withdrawn: string[] = [];
  const pick: PickFiles = (folder, _, end) =>
    new Promise((resolve) => {
      void end.then(() => {
        withdrawn.push(folder);
        resolve('refused');
      });
    });
  const fixture = await online({ type: 'extension', pick, abilities: ['collectFiles'] });
  return {
    ...fixture,
    withdrawn,
    ask: (folderPath: string, tutor = 'anna') =>
      fixture.act('retrieveFiles', { filePatterns: ['*'], folderPath }, { id: folderPath, tutor }),
    leave: (tutor: string, source?: string) =>
      fixture.deliver(tutorLastWill(SCOPE, tutor), source === undefined ? '' : { source }),
  };
}

describe('a device and files between peers', () => {
  it('takes files, and says that it will and that it has', async () => {
    const { device, peers, replies, send } = await online();
    await send();
    expect(peers.calls).toMatchObject([
      { what: 'receive-files', peerId: 'p1', reference: 't', with: { files: FILES, folder: '%desktop%' } },
    ]);
    expect(replies()).toMatchObject([{ id: 't', ok: true, transfer: 'accepted' }]);
    await peers.last().end('done');
    expect(replies().at(-1)).toMatchObject({ id: 't', ok: true, transfer: 'done' });
    expect(device.state().transfers).toMatchObject([{ id: 't', ending: 'done' }]);
  });

  it('hands a file out', async () => {
    const { collect, peers, replies } = await online();
    await collect();
    expect(peers.last()).toMatchObject({ what: 'send-file', peerId: 'p2', with: { file: SELECTED } });
    await peers.last().end('done');
    expect(replies()).toMatchObject([{ transfer: 'accepted' }, { transfer: 'done', ok: true }]);
  });

  it.each([
    ['left', 'cancelled'],
    ['ended', 'cancelled'],
    ['refused', 'refused'],
    ['no-file', 'no-file'],
    ['unreachable', 'unreachable'],
    ['broken', 'broken'],
    ['failed', 'failed'],
  ] as const)('says so when it %s', async (how, transfer) => {
    const { collect, device, peers, replies } = await online();
    await collect();
    await peers.last().end(how);
    expect(replies().at(-1)).toMatchObject({ id: 'c', ok: false, code: transfer, transfer });
    expect(device.state().transfers).toMatchObject([{ ending: transfer }]);
  });

  it('carries ten at once', async () => {
    const { peers, replies, send } = await online();
    for (let i = 0; i < 11; i++) await send(`t${i}`);
    expect(peers.open()).toHaveLength(10);
    expect(replies().at(-1)).toMatchObject({ id: 't10', ok: false, code: 'busy' });
    await peers.last().end('done');
    await send('t11');
    expect(peers.open()).toHaveLength(10);
  });

  it('lets go of all when it stops, and says nothing more', async () => {
    const { clock, collect, device, peers, replies, send } = await online();
    await send();
    await collect();
    await device.stop();
    await clock.advance(0);
    expect([peers.open(), peers.seen.stopped]).toEqual([[], 1]);
    expect(replies()).toHaveLength(2);
  });

  it('takes a question back that its tutor has stopped, and nobody else', async () => {
    const { act, ask, replies, withdrawn } = await undecided();
    await ask('a');
    await ask('b');
    await act('retrieveFiles', { id: 'b', finish: true }, { tutor: 'otto' });
    expect(withdrawn).toEqual([]);
    await act('retrieveFiles', { id: 'b', finish: true }, { id: 'end' });
    expect(withdrawn).toEqual(['b']);
    expect(replies().slice(-2)).toMatchObject([
      { id: 'end', ok: true },
      { id: 'b', ok: false, code: 'refused' },
    ]);
    await act('retrieveFiles', { id: 'b', finish: true });
    expect(replies().at(-1)).toMatchObject({ ok: true });
  });

  it('takes a question back whose tutor has left, also where the page is there again under another name', async () => {
    const { ask, demand, leave, replies, withdrawn } = await undecided();
    await demand('tabs', { source: 'before' });
    await demand('tabs', { tutor: 'otto', source: 'before' });
    await ask('hers');
    await ask('his', 'otto');
    await demand('tabs', { source: 'reloaded' });
    await ask('hers again');
    await leave('anna', 'before');
    expect(withdrawn).toEqual(['hers']);
    expect(replies()).toMatchObject([{ id: 'hers', ok: false, code: 'refused' }]);
    await leave('anna', 'reloaded');
    expect(withdrawn).toEqual(['hers', 'hers again']);
    await leave('otto');
    expect(withdrawn).toEqual(['hers', 'hers again', 'his']);
  });

  it('leaves a question where it may be that of another browser of its tutor', async () => {
    const { ask, demand, leave, withdrawn } = await undecided();
    for (const source of ['desk', 'lap']) await demand('tabs', { source });
    await ask('a');
    await leave('anna', 'lap');
    expect(withdrawn).toEqual([]);
    await leave('anna', 'desk');
    expect(withdrawn).toEqual(['a']);
  });

  it('takes the question back of a tutor who looks at nothing', async () => {
    const { ask, leave, withdrawn } = await undecided();
    await ask('a');
    await leave('otto', 'lap');
    expect(withdrawn).toEqual([]);
    await leave('anna', 'lap');
    expect(withdrawn).toEqual(['a']);
  });

  it('in a browser lists and hands in files only where its student can pick them', async () => {
    const plain = await online({ type: 'extension', files: [SELECTED] });
    await plain.act('retrieveFiles', { filePatterns: ['*'], folderPath: '%downloads%' });
    await plain.collect();
    expect(plain.replies()).toMatchObject([{ code: 'unsupported' }, { code: 'unsupported' }]);
    const able = await online({ type: 'extension', files: [SELECTED], abilities: ['collectFiles'] });
    await able.act('retrieveFiles', { filePatterns: ['*'], folderPath: '%downloads%' });
    await able.collect();
    expect(able.replies()).toMatchObject([{ files: [SELECTED] }, { transfer: 'accepted' }]);
    await able.demand('info');
    expect(JSON.parse(String(able.sent('/info').at(-1)?.payload)).abilities).toEqual(['collectFiles']);
  });

  it('what a device says that it cannot do is answered unsupported, whoever asks', async () => {
    const fixture = await online({ type: 'extension', unsupported: ['closeTabs'] });
    await fixture.act('closeTabs', { tabIds: ['1'] });
    expect(fixture.replies()).toMatchObject([{ code: 'unsupported' }]);
    await fixture.demand('info');
    expect(JSON.parse(String(fixture.sent('/info').at(-1)?.payload)).unsupported).toEqual(['closeTabs']);
  });
});
