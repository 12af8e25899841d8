import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { PartEditor } from './part-dialogs.tsx';

afterEach(cleanup);

function open(definition: string, parameters?: Record<string, unknown>) {
  const onSubmit = vi.fn();
  const name = `${definition}Definition`;
  render(
    <PartEditor
      definition={name}
      part={parameters && { definition: name, parameters }}
      onSubmit={({ parameters: submitted }) => onSubmit(submitted)}
      onClose={() => {}}
    />,
  );
  return { user: userEvent.setup(), onSubmit };
}
const submit = () => screen.getByRole('button', { name: 'Submit' });
const isRefused = () => submit().getAttribute('aria-disabled') === 'true';
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const tried = () => screen.getAllByRole('status').at(-1)?.textContent;
const warnings = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
/** The text as a whole: brackets and such are keys to `type`. */
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('Block Websites', () => {
  it('needs a line', async () => {
    const { user, onSubmit } = open('BlockWebsites');
    expect(screen.queryByText('Field is required')).toBeNull();
    write('Except', ' \n ');
    await user.click(submit());
    expect(screen.getByText('Field is required')).toBeDefined();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('trims and splits by lines; a screenshot goes with a report alone', async () => {
    const { user, onSubmit } = open('BlockWebsites');
    write('Except', ' games.example \n\n video.example/a b ');
    expect(box('Attach a screenshot to a report').disabled).toBe(true);
    await user.click(box('Report events'));
    await user.click(box('Attach a screenshot to a report'));
    await user.click(screen.getByRole('radio', { name: 'Block access to all sites' }));
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({
      accessMode: 'WhiteList',
      urls: ['games.example', 'video.example/a b'],
      report: true,
      attachScreenshot: true,
    });
    await user.click(box('Report events'));
    expect(box('Attach a screenshot to a report').checked).toBe(false);
  });

  it.each([
    ['Allow access to all sites', 'www.games.example/x', 'Blocked by the line “games.example”'],
    ['Allow access to all sites', 'maths.example', 'Allowed: no line blocks it'],
    ['Block access to all sites', 'games.example', 'Allowed by the line “games.example”'],
    ['Block access to all sites', 'maths.example', 'Blocked: no line allows it'],
    ['Allow access to all sites', 'javascript:alert(1)', 'Not the address of a web page'],
  ])('with “%s”, %s: %s', async (mode, address, text) => {
    const { user, onSubmit } = open('BlockWebsites', { urls: ['games.example'] });
    await user.click(screen.getByRole('radio', { name: mode }));
    write('Try an address', address);
    expect(tried()).toBe(text);
    await user.type(screen.getByLabelText('Try an address'), '{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('says that a star opens hosts alone, where it opens anything, and tries it so', async () => {
    const { user } = open('BlockWebsites', { urls: ['*.school.example'] });
    const hint = /A star before the first slash stands for parts of the host alone/;
    write('Try an address', 'chat.example/?.school.example');
    expect(tried()).toBe('Blocked by the line “*.school.example”');
    expect(screen.queryByText(hint)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Block access to all sites' }));
    expect(tried()).toBe('Blocked: no line allows it');
    expect(screen.getByText(hint)).toBeDefined();
  });

  it('tries the lines as they are now', () => {
    open('BlockWebsites', { urls: ['games.example'] });
    write('Try an address', 'maths.example');
    expect(tried()).toBe('Allowed: no line blocks it');
    write('Except', 'maths.*');
    expect(tried()).toBe('Blocked by the line “maths.*”');
  });
});

describe('Block Apps', () => {
  it('keeps rules of single fields, and says which line decides', async () => {
    const { user, onSubmit } = open('BlockApp', { rules: [{ processName: 'recorder.exe' }] });
    expect(screen.getByLabelText<HTMLTextAreaElement>('Except').value).toBe('process:recorder.exe');
    write('Except', 'process:recorder.exe\n*game*');
    write('Try a program or the title of a window', 'My Games');
    expect(tried()).toBe('Blocked by the line “*game*”');
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith(
      expect.objectContaining({ rules: [{ processName: 'recorder.exe' }, '*game*'] }),
    );
  });
});

describe('Keyword Monitoring', () => {
  it('needs a word; reporting is what it is for', async () => {
    const { user, onSubmit } = open('KeywordMonitoring');
    expect(isRefused()).toBe(true);
    write('Trigger words', ' \n');
    expect(isRefused()).toBe(true);
    await user.click(submit());
    expect(screen.getByText('Field is required')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Trigger words'));
    expect(box('Report events').checked).toBe(true);
    expect(box('Report events').disabled).toBe(true);
    write('Trigger words', 'bullied  hopeless\n"hurt myself"');
    await user.click(box('Attach a screenshot to a report'));
    await user.click(box('Whole words only'));
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({
      keywords: ['bullied', 'hopeless', 'hurt myself'],
      report: true,
      attachScreenshot: true,
      wholeWordMatching: true,
    });
  });

  it('says which words a sentence would be reported for', () => {
    open('KeywordMonitoring', { keywords: ['hurt myself', 'lost'], wholeWordMatching: true });
    write('Try a sentence', 'I feel LOST and hurt myself');
    expect(tried()).toBe('Reported, because of: hurt myself, lost');
    write('Try a sentence', 'I am almostlost');
    expect(tried()).toBe('Not reported: none of the words is in it');
  });
});

describe.each([
  [
    'SubnetCondition',
    'Networks',
    'subnets',
    '10.1.* 10.2.0.0/16\n10.3.0.1',
    ['10.1.*', '10.2.0.0/16', '10.3.0.1'],
  ],
  ['SsidCondition', 'Names of wireless networks', 'ssidNames', 'Room-01  Room-*', ['Room-01', 'Room-*']],
])('%s', (definition, label, field, typed, entries) => {
  it('needs an entry, and splits at blanks', async () => {
    const { user, onSubmit } = open(definition);
    write(label, '  ');
    expect(isRefused()).toBe(true);
    await user.click(submit());
    expect(screen.getByText('Field is required')).toBeDefined();
    write(label, typed);
    await user.click(screen.getByRole('radio', { name: 'outside of these networks' }));
    await user.click(box('Also where there is no network'));
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({ [field]: entries, isActive: false, orDisconnected: true });
  });

  it('keeps together what stands in quotation marks', async () => {
    const { user, onSubmit } = open(definition);
    write(label, '"Guest room" Room-01');
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ [field]: ['Guest room', 'Room-01'] }));
  });

  it('has to become another one when it is edited', async () => {
    const { user } = open(definition, { [field]: entries });
    expect(isRefused()).toBe(true);
    expect(submit().getAttribute('aria-description')).toBe('Nothing has changed yet');
    await user.click(box('Also where there is no network'));
    expect(isRefused()).toBe(false);
    await user.click(box('Also where there is no network'));
    expect(isRefused()).toBe(true);
  });
});

it('warns of networks that no device is ever in, and takes them all the same', async () => {
  const { user, onSubmit } = open('SubnetCondition');
  expect(tried()).toBe('');
  write('Networks', '10.1.* 10.1.0.0/33 School');
  expect(tried()).toBe('Not a valid network: 10.1.0.0/33, School');
  await user.click(submit());
  expect(onSubmit).toHaveBeenCalledOnce();
  write('Networks', '10.1.*');
  expect(tried()).toBe('');
});

describe('Launch Action', () => {
  const WRONG = 'Please set repeat interval equal or greater than 1';

  it.each(['', '0', '-1', '1.5', 'often'])('does not take “%s” as minutes', async (repeat) => {
    const { user, onSubmit } = open('LaunchAction');
    expect(screen.getByText('Repeat is required. Must be 1 minute or more')).toBeDefined();
    write('Address', 'a.example');
    write('Repeat in minutes', repeat);
    await user.click(submit());
    expect(screen.getByText(WRONG)).toBeDefined();
    expect(onSubmit).not.toHaveBeenCalled();
    write('Repeat in minutes', '5');
    expect(screen.queryByText(WRONG)).toBeNull();
  });

  it('repeats once a week at the least', async () => {
    const { user, onSubmit } = open('LaunchAction');
    write('Address', 'a.example');
    write('Repeat in minutes', '10081');
    await user.click(submit());
    expect(screen.getByText('Please set at most 10080 minutes, which is a week')).toBeDefined();
    expect(onSubmit).not.toHaveBeenCalled();
    write('Repeat in minutes', '10080');
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ repeatIn: 604_800 }));
  });

  it('needs a URL, to which http:// is added, and keeps seconds', async () => {
    const { user, onSubmit } = open('LaunchAction');
    write('Repeat in minutes', '5');
    await user.click(submit());
    expect(screen.getByText('Please enter an address')).toBeDefined();
    write('Address', 'javascript:alert(1)');
    await user.click(submit());
    expect(screen.getByText('This is not the address of a web page')).toBeDefined();
    write('Address', 'lessons.example/today');
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({
      selectedLaunch: 'url',
      url: 'http://lessons.example/today',
      repeatIn: 300,
    });
  });

  it('needs a command, where a program is launched', async () => {
    const { user, onSubmit } = open('LaunchAction', {
      url: 'http://a.example',
      selectedLaunch: 'url',
      repeatIn: 120,
    });
    expect(screen.getByLabelText<HTMLInputElement>('Repeat in minutes').value).toBe('2');
    await user.click(screen.getByRole('radio', { name: 'A program' }));
    await user.click(submit());
    expect(screen.getByText('Please enter a command')).toBeDefined();
    write('Command', 'calc.exe');
    write('Arguments (optional)', '/x');
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({
      selectedLaunch: 'command',
      command: 'calc.exe',
      args: '/x',
      repeatIn: 120,
    });
  });
});

test('Lock needs a URL where it shows a page, to which http:// is added', async () => {
  const { user, onSubmit } = open('LockScreen', { url: 'http://a.example' });
  write('Address', ' ');
  await user.click(submit());
  expect(screen.getByText('Please enter an address')).toBeDefined();
  write('Address', 'exam.example');
  await user.click(submit());
  expect(onSubmit).toHaveBeenCalledWith({ url: 'http://exam.example' });
});

test('Power Actions need an action and whole seconds', async () => {
  const { user, onSubmit } = open('PowerActions');
  write('Countdown in seconds', '1.5');
  await user.click(submit());
  expect(screen.getByText('Please choose an action')).toBeDefined();
  expect(
    screen.getByText('Please enter a positive integer greater than or equal to 1 or leave blank'),
  ).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'Restart' }));
  write('Countdown in seconds', '');
  write('Repeat in seconds', '60');
  await user.click(submit());
  expect(screen.getByText('Tick “Students may cancel” too, or leave this blank')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: 'Students may cancel' }));
  expect(screen.queryByText('Tick “Students may cancel” too, or leave this blank')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Students may cancel' }));
  write('Repeat in seconds', '');
  await user.click(submit());
  expect(onSubmit).toHaveBeenCalledWith({
    action: 'reboot',
    countdown: 0,
    repeatIn: 0,
    allowToAbort: false,
    message: '',
  });
});

describe('Schedule', () => {
  const INVALID = 'You have invalid schedule periods. Please make the necessary changes or remove them.';
  const REMOVE = 'Please remove invalid schedule periods for me';
  const set = (day: string, at: number, start: string, end: string) => {
    write(`${day}, start of period ${at}`, start);
    write(`${day}, end of period ${at}`, end);
  };

  it('lists Monday to Sunday, and needs a period', async () => {
    const { user } = open('ScheduleCondition');
    expect(
      screen
        .getAllByRole('button', { name: /^Add a period on/ })
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(
      ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
        (day) => `Add a period on ${day}`,
      ),
    );
    expect(isRefused()).toBe(true);
    expect(submit().getAttribute('aria-description')).toBe('Please add at least one period');
    await user.click(submit());
    expect(screen.getByRole('alert').textContent).toBe('Please add at least one period');
  });

  it('leads the focus to a period that is added, and from one that is removed', async () => {
    const { user } = open('ScheduleCondition');
    const field = (at: number) => screen.getByLabelText(`Friday, start of period ${at}`);
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    await press('Add a period on Friday');
    expect(document.activeElement).toBe(field(1));
    await press('Add a period on Friday');
    expect(document.activeElement).toBe(field(2));
    await press('Remove period 1 of Friday');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove period 1 of Friday');
    await press('Remove period 1 of Friday');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Add a period on Friday');
  });

  it.each([
    ['', ''],
    ['08:00', ''],
    ['12:00', '08:00'],
  ])('%j to %j is no period', async (start, end) => {
    const { user, onSubmit } = open('ScheduleCondition');
    await user.click(screen.getByRole('button', { name: 'Add a period on Sunday' }));
    set('Sunday', 1, start, end);
    expect(screen.getByText(INVALID)).toBeDefined();
    expect(screen.getByLabelText('Sunday, start of period 1').closest('li')?.dataset.invalid).toBe('true');
    expect(isRefused()).toBe(true);
    // Nothing would be left.
    await user.click(box(REMOVE));
    expect(isRefused()).toBe(true);
    set('Sunday', 1, '08:05', '13:30');
    expect(screen.queryByText(INVALID)).toBeNull();
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({ periods: [{ day: 0, startTime: '08:05', endTime: '13:30' }] });
  });

  it('drops what is invalid where that is asked for', async () => {
    const { user, onSubmit } = open('ScheduleCondition', {
      periods: [
        { day: 1, startTime: '8:00', endTime: '12:00' },
        { day: 2, startTime: '12:00', endTime: '08:00' },
      ],
    });
    expect(isRefused()).toBe(true);
    await user.click(submit());
    expect(onSubmit).not.toHaveBeenCalled();
    await user.click(box(REMOVE));
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({ periods: [{ day: 1, startTime: '08:00', endTime: '12:00' }] });
  });

  it('copies a day to Monday to Friday, and removes a period', async () => {
    const { user, onSubmit } = open('ScheduleCondition', {
      periods: [{ day: 1, startTime: '08:00', endTime: '12:00' }],
    });
    await user.click(screen.getByRole('button', { name: 'Copy Monday to Monday to Friday' }));
    await user.click(screen.getByRole('button', { name: 'Remove period 1 of Monday' }));
    await user.click(submit());
    expect(onSubmit).toHaveBeenCalledWith({
      periods: [2, 3, 4, 5].map((day) => ({ day, startTime: '08:00', endTime: '12:00' })),
    });
  });
});

it.each([
  [
    'BlockWebsites',
    'Except',
    '*://video.example/*\ngames\n@@||x.example^\n# comment',
    [
      'No page matches these lines, so they do nothing: @@||x.example^, # comment',
      'Only servers of your own network have names without a dot: games. For a word in any address, put stars around it.',
    ],
  ],
  [
    'BlockApp',
    'Except',
    'play.exe\nC:\\Games\\play.exe\nprocess:',
    [
      'No program matches these lines, so they do nothing: C:\\Games\\play.exe, process:. For a folder or file, write path: before it, and * for any name.',
    ],
  ],
  [
    'KeywordMonitoring',
    'Trigger words',
    'bully*, “hurt myself”; lost',
    ['Hardly ever found, because stars and quotation marks are looked for as they are: bully*'],
  ],
])('%s names lines that have no effect while they are typed', (definition, label, typed, expected) => {
  open(definition);
  write(label, typed);
  expect(warnings()).toEqual(expected);
});
