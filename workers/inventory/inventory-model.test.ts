import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDeviceRecord } from './device-record.ts';
import { createInventoryModel, type InventoryModel } from './inventory-model.ts';

type Program = { name: string; publisher?: string; version: string };
type Driver = { class: string; description: string; provider?: string; version: string };
type Device = { id: string; type: string; programs: Program[]; drivers: Driver[] };

const documentOf = ({ id, type, programs, drivers }: Device) => ({
  id,
  updated: '2026-11-02T09:00:00.000Z',
  inventoryResults: { type, system: [{ computer_name: `PC ${id}` }] },
  softwareResults: { software: programs, drivers },
});

function put(model: InventoryModel, document: unknown): void {
  const record = readDeviceRecord(document);
  if (record) model.put(record);
}

const word = fc.constantFrom('Writer', 'Tables', 'Draw', 'a\u0000b', 'é', '<b>');
const programs = fc.array(
  fc.record(
    { name: fc.oneof(word, fc.constant('')), publisher: fc.oneof(word, fc.constant('')), version: word },
    { requiredKeys: ['name', 'version'] },
  ),
  { maxLength: 8 },
);
const drivers = fc.array(
  fc.record(
    { class: word, description: word, provider: fc.oneof(word, fc.constant('')), version: word },
    { requiredKeys: ['class', 'description', 'version'] },
  ),
  { maxLength: 8 },
);
const id = fc.constantFrom('d1', 'd2', 'd3', 'd4');
const change = fc.oneof(
  fc.record({ id, type: fc.constantFrom('windowsAgent', 'extension', 'odd'), programs, drivers }),
  fc.record({ removed: id }),
);

/** What the model must say, worked out anew from the whole. */
function naive<Item extends { version: string }>(
  devices: readonly Device[],
  itemsOf: (device: Device) => readonly Item[],
  fieldsOf: (item: Item) => Record<string, string> | undefined,
) {
  const rows = new Map<
    string,
    { fields: object; devices: { id: string; deviceName: string; version: string }[] }
  >();
  for (const device of devices.filter(({ type }) => type !== 'extension'))
    for (const item of itemsOf(device)) {
      const fields = fieldsOf(item);
      if (!fields) continue;
      const key = JSON.stringify(fields);
      const row = rows.get(key) ?? { fields, devices: [] };
      rows.set(key, row);
      if (!row.devices.some((each) => each.id === device.id && each.version === item.version))
        row.devices.push({ id: device.id, deviceName: `PC ${device.id}`, version: item.version });
    }
  return new Map(
    [...rows].map(([key, { fields, devices: on }]) => [
      key,
      { ...fields, totalInstalls: on.length, devices: on.map((each) => JSON.stringify(each)).sort() },
    ]),
  );
}

function said(model: InventoryModel, table: 'programs' | 'drivers') {
  return new Map(
    model[table]().map(({ id: thing, totalInstalls, ...fields }) => [
      JSON.stringify(fields),
      {
        ...fields,
        totalInstalls,
        devices: model
          .installedOn(table, thing)
          .map((each) => JSON.stringify(each))
          .sort(),
      },
    ]),
  );
}

const programFields = ({ name, publisher }: Program) =>
  name === '' ? undefined : { name, publisher: publisher || 'Not specified' };
const driverFields = ({ description, class: kind, provider }: Driver) => ({
  description,
  class: kind,
  provider: provider || 'Not specified',
});

describe('the aggregation', () => {
  it('says after any changes what a look at all devices says, also when it was kept and opened again', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const model = createInventoryModel();
        const devices = new Map<string, Device>();
        for (const each of changes)
          if ('removed' in each) {
            devices.delete(each.removed);
            model.remove(each.removed);
          } else {
            devices.set(each.id, each as Device);
            put(model, documentOf(each as Device));
          }
        const all = [...devices.values()];
        for (const each of [model, createInventoryModel(structuredClone(model.snapshot()))]) {
          expect(said(each, 'programs')).toEqual(naive(all, (device) => device.programs, programFields));
          expect(said(each, 'drivers')).toEqual(naive(all, (device) => device.drivers, driverFields));
          expect([...each.updatedTimes().keys()].sort()).toEqual([...devices.keys()].sort());
        }
      }),
      { numRuns: 300 },
    );
  });

  it('says what is installed on one device', () => {
    const model = createInventoryModel();
    const software = [{ name: 'Writer', publisher: 'Office', version: '1' }];
    put(model, documentOf({ id: 'd1', type: 'windowsAgent', programs: software, drivers: [] }));
    expect(model.softwareOf('d1')).toEqual({
      deviceName: 'PC d1',
      programs: [{ id: '0-0', ...software[0] }],
      drivers: [],
    });
    expect(model.softwareOf('d2')).toBeUndefined();
  });
});

describe('the record of a device', () => {
  it('is read as it is shown', () => {
    const record = readDeviceRecord({
      id: 'd1',
      updated: '2026-11-02T09:00:00.000Z',
      inventoryResults: {
        type: 'windowsAgent',
        system: [
          {
            computer_name: 'PC-7',
            hardware_model: 'Desk',
            physical_memory: '17179869184',
            hardware_serial: 'S',
          },
        ],
        cpu_info: [
          { model: 'Core', number_of_cores: 4, logical_processors: '8', current_clock_speed: '2400' },
        ],
        display_gpu: [{ model: 'G', series: '600', driver_version: '31', video_mode: '1920 x 1080' }],
        network: [{ friendly_name: 'Ethernet', mac: '02' }, { friendly_name: 'Wi-Fi' }],
        disks: [{ name: 'Disk 0', size: '274877906944' }, { size: 1073741824 }, { name: 'Card' }],
        os: [{ version: '11 24H2' }],
      },
    });
    expect(record?.hardware).toEqual({
      id: 'd1',
      type: 'windowsAgent',
      os: 'Windows',
      deviceName: 'PC-7',
      updated: '2026-11-02T09:00:00.000Z',
      osVersion: '11 24H2',
      hardwareModel: 'Desk',
      cpuModel: 'Core',
      cpuCores: '4',
      logicalProcessors: '8',
      cpuClockSpeed: '2400 MHz',
      physicalMemory: '16 GB',
      diskInfo: 'Disk 0 (256 GB), 1 GB, Card',
      gpuModel: 'G',
      gpuSeries: '600',
      gpuDriverVersion: '31',
      videoMode: '1920 x 1080',
      networkInfo: 'Ethernet, Wi-Fi',
      hardwareSerial: 'S',
    });
  });

  it('may be anything: what cannot be read is empty, and a record without an id is nobody’s', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (hardware, software) => {
        const record = readDeviceRecord({ id: 'd', inventoryResults: hardware, softwareResults: software });
        expect(record?.hardware.id).toBe('d');
        const model = createInventoryModel();
        if (record) model.put(record);
        expect(model.updatedTimes().get('d')).toBe('');
      }),
    );
    for (const value of [null, 7, 'x', {}, { id: 7 }]) expect(readDeviceRecord(value)).toBeUndefined();
  });
});
