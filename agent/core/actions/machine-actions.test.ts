import { describe, expect, it } from 'vitest';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import { tutorLastWill } from '#protocol/topics.ts';
import { createFixture, own, SCOPE } from '../fakes/device-fixture.ts';

const file = (fileName: string, size = 1): RetrievedFile => ({ fileName, location: '%downloads%', size });

describe('a device and its machine', () => {
  it('signs a person in and keeps no password', async () => {
    const { goOnline, act, demand, device, sent } = createFixture();
    await goOnline();
    await demand('info', { frequency: 0 });
    await act('login', { username: 'maya', password: 'hunter2', domain: 'SCHOOL' }, { to: own });
    expect(device.state().login).toEqual({ username: 'maya', domain: 'SCHOOL' });
    expect(JSON.stringify(device.state())).not.toContain('hunter2');
    expect(JSON.parse(String(sent('/info').at(-1)?.payload))).toMatchObject({
      os: 'Windows',
      device: { username: 'maya' },
    });
  });

  it('reports no sign-in that the machine has refused', async () => {
    const { goOnline, act, device, machine, replies } = createFixture();
    await goOnline();
    machine.answers = { ok: false, code: 'wrong-password' };
    await act('login', { username: 'maya', password: 'hunter2' }, { to: own });
    expect(replies()).toMatchObject([{ ok: false, code: 'wrong-password' }]);
    expect([machine.signedIn, device.state().login]).toEqual([['maya'], undefined]);
  });

  it('lets a viewer in with another password each time, until it is stopped', async () => {
    const { goOnline, act, device, machine, replies } = createFixture();
    await goOnline();
    await act('remoteControl', {}, { id: 'r1', to: own });
    await act('remoteControl', {}, { id: 'r2', to: own });
    expect(replies()).toMatchObject([
      { id: 'r1', ok: true, url: 'wss://host/', password: 'once-1' },
      { id: 'r2', ok: true, password: 'once-2' },
    ]);
    expect(device.state().remoteControl).toEqual({ tutorId: 'anna', sessionId: 'r2' });
    await act('stopRemoteControl');
    expect(device.state().remoteControl).toBeUndefined();
    expect(machine.viewers).toBe(0);
  });

  it('is controlled by whoever came last, and is let go by nobody else', async () => {
    const { goOnline, act, device, machine } = createFixture();
    await goOnline();
    await act('remoteControl', {}, { id: 'r', to: own });
    await act('remoteControl', {}, { id: 'r', to: own, tutor: 'ben' });
    await act('stopRemoteControl', {}, { to: own });
    await act('stopRemoteControl', { sessionId: 'r' }, { to: own });
    expect([device.state().remoteControl, machine.viewers]).toEqual([{ tutorId: 'ben', sessionId: 'r' }, 2]);
    // What the first one had, has ended long ago.
    machine.endRemoteControl(0);
    expect(device.state().remoteControl).toEqual({ tutorId: 'ben', sessionId: 'r' });
    machine.endRemoteControl(1);
    expect(device.state().remoteControl).toBeUndefined();
  });

  it('is controlled by nobody while privacy is on', async () => {
    const { goOnline, act, device, machine, shown, screenChanged, replies } = createFixture();
    await goOnline();
    await act('remoteControl', {}, { id: 'r1', to: own });
    shown.privacy = true;
    screenChanged('statuses');
    expect([device.state().remoteControl, machine.viewers]).toEqual([undefined, 0]);
    await act('remoteControl', {}, { id: 'r2', to: own });
    expect(replies().at(-1)).toMatchObject({ id: 'r2', ok: false, code: 'unavailable' });
  });

  it('says who controls it: the session, and the tutor as they call themselves', async () => {
    const { goOnline, act, demand, sent } = createFixture();
    await goOnline();
    await demand('statuses', { frequency: 0 });
    const controller = () => JSON.parse(String(sent('/statuses').at(-1)?.payload)).remoteControl;
    expect(controller()).toBeUndefined();
    await act('remoteControl', { tutorName: 'Anna' }, { id: 'first', to: own });
    expect(controller()).toEqual({ sessionId: 'first', tutorName: 'Anna' });
    await act('remoteControl', {}, { id: 'second', to: own, tutor: 'ben' });
    expect(controller()).toEqual({ sessionId: 'second' });
    await act('stopRemoteControl', {}, { to: own, tutor: 'ben' });
    expect(controller()).toBeUndefined();
  });

  it('is not let go by a page of the tutor whose session another page has replaced', async () => {
    const { goOnline, act, device, machine, replies } = createFixture();
    await goOnline();
    await act('remoteControl', {}, { id: 'first', to: own });
    await act('remoteControl', {}, { id: 'second', to: own });
    await act('stopRemoteControl', { sessionId: 'first' }, { id: 'end', to: own });
    expect(replies().at(-1)).toMatchObject({ id: 'end', ok: true });
    expect([device.state().remoteControl?.sessionId, machine.viewers]).toEqual(['second', 2]);
    await act('stopRemoteControl', { sessionId: 'second' }, { to: own });
    expect([device.state().remoteControl, machine.viewers]).toEqual([undefined, 0]);
  });

  it('lets nobody in where it was stopped while it began', async () => {
    const { goOnline, act, device, machine, replies } = createFixture();
    await goOnline();
    let isOpen: (access: { url: string; password: string }) => void = () => {};
    machine.startRemoteControl = () => {
      machine.viewers = 1;
      return new Promise((resolve) => {
        isOpen = resolve;
      });
    };
    await act('remoteControl', {}, { id: 'begun', to: own });
    await act('stopRemoteControl', { sessionId: 'begun' }, { id: 'end', to: own });
    machine.viewers = 1;
    isOpen({ url: 'wss://host/', password: 'once' });
    await act('ping');
    expect(replies()).toContainEqual(expect.objectContaining({ id: 'begun', code: 'unavailable' }));
    expect([device.state().remoteControl, machine.viewers]).toEqual([undefined, 0]);
  });

  it('is not controlled any more when the tutor has left', async () => {
    const { goOnline, act, deliver, device, machine } = createFixture();
    await goOnline();
    await act('remoteControl', {}, { to: own });
    await deliver(tutorLastWill(SCOPE, 'ben'), '');
    expect(device.state().remoteControl).toBeDefined();
    await deliver(tutorLastWill(SCOPE, 'anna'), '');
    expect([device.state().remoteControl, machine.viewers]).toEqual([undefined, 0]);
  });

  it('goes on being controlled from a hidden browser when another one of the tutor leaves', async () => {
    const { goOnline, act, demand, deliver, device, machine } = createFixture();
    await goOnline();
    await demand('tabs', { source: 'lap' });
    await act('remoteControl', {}, { id: 'r', to: own });
    await deliver(tutorLastWill(SCOPE, 'anna'), { source: 'lap' });
    expect([device.state().remoteControl?.sessionId, machine.viewers]).toEqual(['r', 1]);
    machine.endRemoteControl(0);
    expect(device.state().remoteControl).toBeUndefined();
  });

  it('says what it is made of', async () => {
    const { goOnline, act, replies } = createFixture();
    await goOnline();
    await act('updateDeviceInventory');
    expect(replies()).toMatchObject([
      { ok: true, inventoryResults: { type: 'windowsAgent' }, softwareResults: { software: [] } },
    ]);
  });

  it('lists the files whose names match any pattern', async () => {
    const files = [file('Essay.DOCX'), file('notes.txt'), file('картина.png')];
    const { goOnline, act, replies } = createFixture({ files });
    await goOnline();
    await act('retrieveFiles', { filePatterns: ['*.docx', 'к?ртина*'], folderPath: '%downloads%' });
    expect(replies()).toMatchObject([{ ok: true, files: [files[0], files[2]] }]);
  });

  it('says that a folder is not there', async () => {
    const { goOnline, act, replies } = createFixture();
    await goOnline();
    await act('retrieveFiles', { filePatterns: ['*'], folderPath: '%nowhere%' });
    expect(replies()).toMatchObject([{ ok: false, code: 'not-found' }]);
  });

  it.each([
    ['many', Array.from({ length: 1_500 }, (_, i) => file(`${i}.txt`)), 1_000],
    ['long', Array.from({ length: 900 }, (_, i) => file(`${i}${'字'.repeat(200)}`)), undefined],
  ])('lists only as many as a reply may hold, and says that there are more (%s)', async (_, files, count) => {
    const { goOnline, act, sent, replies } = createFixture({ files });
    await goOnline();
    await act('retrieveFiles', { filePatterns: ['*'], folderPath: '%downloads%' });
    const [reply] = replies();
    expect(reply).toMatchObject({ ok: true, more: true });
    if (count !== undefined) expect(reply.files).toHaveLength(count);
    expect(Buffer.byteLength(String(sent('/reply')[0]?.payload))).toBeLessThan(MAX_JSON_BYTES);
  });

  it('remembers the files that a tutor sends and wants', async () => {
    const { goOnline, act, device } = createFixture();
    await goOnline();
    const files = [{ id: 'f', name: 'task.pdf', size: 5 }];
    await act('transferFiles', { files, filePath: '%desktop%', peerId: 'p1' }, { id: 't' });
    await act('collectFiles', { selectedFile: file('essay.docx', 9), peerId: 'p2' }, { id: 'c' });
    expect(device.state().transfers).toEqual([
      {
        id: 't',
        tutorId: 'anna',
        direction: 'to-device',
        files: [{ name: 'task.pdf', sizeBytes: 5 }],
        folder: '%desktop%',
        peerId: 'p1',
      },
      {
        id: 'c',
        tutorId: 'anna',
        direction: 'from-device',
        files: [{ name: 'essay.docx', sizeBytes: 9 }],
        folder: '%downloads%',
        peerId: 'p2',
      },
    ]);
  });
});
