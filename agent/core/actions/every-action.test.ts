import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { COMPUTER_TYPES, type DeviceType } from '#domain/devices/device-type.ts';
import { replySchema } from '#protocol/action.ts';
import { ACTION_NAMES } from '#protocol/action-parameters.ts';
import { EXAMPLES, FILE } from '../fakes/action-examples.ts';
import { createFixture, group, own } from '../fakes/device-fixture.ts';
import { createFakePeers } from '../fakes/fake-peers.ts';

const onComputers = COMPUTER_TYPES.flatMap((type) =>
  Object.entries(EXAMPLES).map(([action, parameters]) => {
    const agent: DeviceType = action === 'fullScreen' ? 'extension' : type;
    return [agent, action, parameters] as const;
  }),
);

describe('every action of a device', () => {
  it('is in this list', () => {
    const elsewhere = ['wol', 'dnslookup'];
    expect(Object.keys(EXAMPLES).sort()).toEqual(
      ACTION_NAMES.filter((name) => !elsewhere.includes(name)).toSorted(),
    );
  });

  it.each(onComputers)('%s: %s is done once and answered again', async (type, action, parameters) => {
    const { goOnline, act, device, done, replies, shown, machine } = createFixture({
      type,
      abilities: ['focusApp'],
      files: [FILE],
      peers: createFakePeers().world,
    });
    await goOnline();
    await act(action, parameters, { id: 'a1', to: own });
    const [answer] = replies();
    expect(v.parse(replySchema, answer)).toMatchObject({ id: 'a1', action, ok: true });
    const { onDraw: _, ...seen } = shown;
    const effect = structuredClone([device.state(), seen, machine.viewers, machine.powered]);
    await act(action, parameters, { id: 'a1', to: own });
    expect(replies()).toEqual([answer, answer]);
    expect([device.state(), seen, machine.viewers, machine.powered]).toEqual(effect);
    expect(done).toMatchObject([{ id: 'a1', action, ok: true }]);
    expect(device.counters.dropped).toEqual({ 'repeated-action': 1 });
    await device.stop();
  });

  it.each([
    ...(['powerAction', 'login', 'remoteControl', 'stopRemoteControl', 'collectFiles'] as const).map(
      (action) => ['extension', action, EXAMPLES[action]] as const,
    ),
    ['extension', 'retrieveFiles', EXAMPLES.retrieveFiles],
    ['extension', 'launch', { command: 'calc.exe' }],
    ['windowsAgent', 'fullScreen', {}],
    ['windowsAgent', 'focusApp', EXAMPLES.focusApp],
    ['windowsAgent', 'lock', { currentTab: true }],
    ['unknown', 'powerAction', EXAMPLES.powerAction],
    ['unknown', 'fullScreen', {}],
    ['windowsAgent', 'wol', { deviceIds: ['d'] }],
    ['windowsAgent', 'dnslookup', {}],
    ['windowsAgent', 'somethingNew', {}],
    ['windowsAgent', 'constructor', {}],
    ['windowsAgent', '__proto__', {}],
  ] as const)('of a device of type %s: %s with %j is unsupported', async (type, action, parameters) => {
    const { goOnline, act, device, replies } = createFixture({ type });
    await goOnline();
    const before = device.state();
    await act(action, parameters, { to: own });
    expect(replies()).toMatchObject([{ action, ok: false, code: 'unsupported' }]);
    expect(device.state()).toEqual(before);
  });

  it.each([
    ['login', group()],
    ['remoteControl', group()],
    ['login', { to: 'user', authType: 'user', userId: 'u1' }],
    ['remoteControl', { to: 'user', authType: 'user', userId: 'u1' }],
  ] as const)('%s is refused unless it was sent to this client alone (%j)', async (action, to) => {
    const { goOnline, act, device, replies, machine } = createFixture();
    await goOnline();
    await act(action, EXAMPLES[action], { to });
    expect(replies()).toMatchObject([{ ok: false, code: 'refused' }]);
    expect(device.state().login).toBeUndefined();
    expect(machine.viewers).toBe(0);
  });
});
