import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

describe('the command line of a class', () => {
  it('names the platform, the class and how many students stay', () => {
    const args = ['--platform', 'http://127.0.0.1:8080', '--class', 'class.json', '--students', '30'];
    expect(readOptions(args)).toEqual({
      platform: 'http://127.0.0.1:8080',
      classFile: 'class.json',
      students: 30,
      wanderers: 3,
      seed: 1,
    });
  });

  it('says where magic packets go', () => {
    const args = ['--platform', 'http://x', '--class', 'c', '--students', '1', '--wake', '10.0.0.255:9'];
    expect(readOptions(args)).toMatchObject({ wakeTarget: { address: '10.0.0.255', port: 9 } });
  });

  it.each([
    [['--class', 'c', '--students', '1'], /--platform/],
    [['--platform', 'ftp://x', '--class', 'c', '--students', '1'], /--platform/],
    [['--platform', 'http://x', '--students', '1'], /--class/],
    [['--platform', 'http://x', '--class', 'c', '--students', 'many'], /--students/],
    [['--colour'], /colour/],
    [['--platform', 'http://x', '--class', 'c', '--students', '1', '--wake', '10.0.0.999:9'], /--wake/],
    [['--platform', 'http://x', '--class', 'c', '--students', '1', '--wake', '10.0.0.255'], /--wake/],
    [['--platform', 'http://x', '--class', 'c', '--students', '1', '--wake', '10.0.0.255:70000'], /--wake/],
  ])('says what is wrong with %j', (args, problem) => {
    const result = readOptions(args);
    expect('problem' in result && result.problem).toMatch(problem);
  });
});
