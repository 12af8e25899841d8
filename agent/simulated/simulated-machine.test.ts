import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { retrievedFileSchema } from '#protocol/action-parameters.ts';
import { createSimulatedMachine } from './simulated-machine.ts';

const create = (seed = 'a', type: 'windowsAgent' | 'extension' = 'windowsAgent') =>
  createSimulatedMachine({
    seed,
    type,
    hostname: 'RS-7A-01',
    serialNumber: 'PF1',
    userName: 'Maya Lind',
    displays: [{ id: 'd1', primary: true, width: 1920, height: 1080 }],
    power: () => ({ ok: true }),
  });

describe('the files of a student', () => {
  it('lie in folders of their own, in several alphabets, the same each time', async () => {
    const names = new Set<string>();
    for (const folder of ['%downloads%', '%Documents%', '%DESKTOP%/', '%documents%\\School']) {
      const files = (await create().files(folder)) ?? [];
      expect(files.length).toBeGreaterThan(0);
      expect(await create().files(folder)).toEqual(files);
      for (const file of files) {
        expect(v.parse(retrievedFileSchema, file)).toEqual(file);
        expect(file.location).toMatch(
          /^C:\\Users\\maya\.lind\\(Downloads|Documents|Desktop|Documents\\School)$/,
        );
        names.add(file.fileName);
      }
    }
    for (const script of [/\p{Script=Cyrillic}/u, /\p{Script=Han}/u, /\p{Script=Arabic}/u, /[äöüéñż]/])
      expect(
        [...names].some((name) => script.test(name)),
        String(script),
      ).toBe(true);
    expect(await create('b').files('%downloads%')).not.toEqual(await create('a').files('%downloads%'));
  });

  it('are found by the path that a listing named, and by no other', async () => {
    const [file] = (await create().files('%documents%')) ?? [];
    expect(await create().files(file?.location ?? '')).toContainEqual(file);
    expect(await create().files('C:\\Users\\maya.lind')).toEqual([]);
    for (const folder of ['%music%', 'D:\\', '', '%documents%\\..\\..', 'C:\\Users\\maya.lind\\Doc'])
      expect(await create().files(folder), folder).toBeUndefined();
  });
});

describe('the inventory of a device', () => {
  it.each(['windowsAgent', 'extension'] as const)(
    'has the fields of an inventory record (%s)',
    async (type) => {
      const { inventoryResults, softwareResults } = await create('a', type).inventory();
      const text = expect.any(String);
      expect(inventoryResults).toMatchObject({
        type,
        system: [
          {
            computer_name: 'RS-7A-01',
            hardware_model: text,
            physical_memory: expect.stringMatching(/^\d{10,}$/),
            uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
            hardware_serial: 'PF1',
          },
        ],
        cpu_info: [
          { model: text, number_of_cores: text, logical_processors: text, current_clock_speed: text },
        ],
        display_gpu: [{ model: text, series: text, driver_version: text, video_mode: '1920 x 1080' }],
        os: [{ version: text }],
      });
      const lists = inventoryResults as { network: object[]; disks: object[] };
      expect(lists.network[0]).toMatchObject({
        friendly_name: text,
        mac: expect.stringMatching(/^02(:[\da-f]{2}){5}$/),
      });
      expect(lists.disks).toHaveLength(1);
      const { software, drivers } = softwareResults as { software: object[]; drivers: object[] };
      if (type === 'extension') expect([software, drivers]).toEqual([[], []]);
      else {
        // As many as the sample data says of it before it has answered.
        expect([software.length > 100, drivers.length >= 50]).toEqual([true, true]);
        expect(software[0]).toMatchObject({ name: text, publisher: text, version: text });
        expect(drivers[0]).toMatchObject({ description: text, class: text, provider: text, version: text });
      }
    },
  );

  it('is the same each time, another for another device, and small enough for a reply', async () => {
    const inventory = await create().inventory();
    expect(await create().inventory()).toEqual(inventory);
    expect(await create('b').inventory()).not.toEqual(inventory);
    expect(JSON.stringify(inventory).length).toBeLessThan(200 * 1024);
  });
});

it('lets nobody in where no screen is to be controlled', async () => {
  expect(await create().startRemoteControl(() => {})).toBeUndefined();
});
