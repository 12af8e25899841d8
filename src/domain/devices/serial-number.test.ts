import { describe, expect, it } from 'vitest';
import { serialNumberOf } from './serial-number.ts';

describe('a serial number', () => {
  it.each([
    [
      '5CG1234XYZ',
      '5cg1234xyz',
      ' 5CG1234XYZ\t',
      '5CG 1234 XYZ',
      '５ＣＧ１２３４ＸＹＺ',
      '\uFEFF5CG1234XYZ\u200B',
    ],
    ['PC0HX', 'РС0НХ', 'pc0hx\u00A0'],
    ['PF-12AB', 'PF‑12AB', 'pf–12ab'],
    ['VMWARE-564D1F3E2B', 'VMware-56 4d 1f 3e 2b'],
    ['S1', 's1'],
    ['S-A', 's-a'],
    ['CBHKRBS', 'cbhkrbs'],
    ['ABC123', 'abc123 '],
    ['SN-4711', 'sn-4711'],
    ['0000-0012-5896-1423-0017-5896-47', '0000-0012-5896-1423-0017-5896-47'],
    ['MXL0123456', 'mxl0123456'],
    ['PC00001234', 'PC00001234'],
    ['TEST1', 'test1'],
    ['NB-1001', 'NB-1001'],
    ['HP1234', 'hp1234'],
  ])('is %s however it is written', (serial, ...written) => {
    for (const text of [serial, ...written]) expect(serialNumberOf(text)).toBe(serial);
  });

  it.each([
    ['', ' ', '\u200B', '-', '...', '?', '*', '0', '1', 'X', '-- --'],
    [
      'To Be Filled By O.E.M.',
      'to be filled by o.e.m',
      'To be filled by OEM',
      'TO BE FILLED BY O.E.M. BY MORE STRING',
    ],
    ['TOBEFILLEDBYOEM', 'ToBeFilledByOEM', 'fill by oem', 'To Be Filled', 'Filled by O.E.M.'],
    ['Default string', 'default_string', 'DEFAULT STRING', 'DefaultString', 'Ｄｅｆａｕｌｔ　ｓｔｒｉｎｇ'],
    [
      'System Serial Number',
      'SystemSerialNumb',
      'Chassis Serial Number',
      'Base Board Serial Number',
      'SERIALNUMBER',
    ],
    [
      'Type2 - Board Serial Number',
      'Serial Number xxxxxx',
      'No Serial Number',
      'OEM_Serial',
      'Not Asset Tag',
    ],
    ['None', 'NONE', 'N/A', 'n.a.', 'NA', '(null)', '(null string)', '<none>', 'nil', 'undefined'],
    [
      'Not Specified',
      'Not Applicable',
      'Not Available',
      'NotAvailable',
      'Not Settable',
      'Not Present',
      'Not set',
    ],
    ['Unknown', 'Unknow', 'INVALID', 'empty', 'Standard', 'EVAL', 'OEM', 'oemid', 'test', 'Tulip Computers'],
    [
      '00000000',
      '0000-0000-0000',
      '1111111',
      'xxxxxxxxxxx',
      'NNNNNNN',
      'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    ],
    [
      '123',
      '12345',
      '123456789',
      '1234567890',
      '0123456789',
      '9876543210',
      '123456789000',
      '12345678901234567',
    ],
    ['0123456789ABCDEF', 'ABCDEFG', 'SN-12345', 'SYS-1234567890', 'MB-1234567890', 'Asset-1234567890'],
    ['03000200-0400-0500-0006-000700080009', '01010101-0101-0101-0101-010101010101', '1212121212'],
    ['Не указано', '不适用', 'غير متوفر'],
    ['SSN12345678901234567', 'BSN12345678901234567', 'BSS-0123456789', 'MT-0123456789', 'AB12345678'],
    ['<BAD INDEX>', '<OUT OF SPEC>', 'Permission denied', 'Not Avail.', 'SERNUM', 'No Enclosure'],
    ['LENOVO', 'HP', 'ASUSTeK', 'VMware', 'VMware Virtual Platform', 'Hyper-V', 'Part Number'],
    ['To Be Filed By O.E.M.', 'Filled by O.E.M. here', 'keine', 'unbekannt', 'inconnu', 'desconocido'],
  ])('is none where it is a filler like %j', (...fillers) => {
    expect(fillers.filter((text) => serialNumberOf(text) !== undefined)).toEqual([]);
  });

  it('is none for no text', () => {
    expect([serialNumberOf(null), serialNumberOf(undefined)]).toEqual([undefined, undefined]);
  });

  it('is found quickly in the longest text', () => {
    const before = performance.now();
    for (const text of ['SERIALS'.repeat(40), `${'NO'.repeat(120)}7`, 'A.'.repeat(127)]) serialNumberOf(text);
    expect(performance.now() - before).toBeLessThan(500);
  });
});
