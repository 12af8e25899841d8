import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createGroupMedia } from '#rest/group-media.ts';
import { deleteFailure, fileProblem, uploadFailure } from './background-messages.ts';

const FORM = { url: 'https://store.example', fields: { key: 'k' }, objectKey: 'k' };
const DONE = { backgroundImageUrl: 'https://platform.example/i?key=b', backgroundImageKey: 'b' };
const FILE = new File(['x'], 'room.png', { type: 'image/png' });

type Answers = { upload?: unknown; confirm?: unknown; status?: number };

function setUp({ upload = FORM, confirm = DONE, status = 204 }: Answers = {}) {
  const calls: string[] = [];
  const answer = async (value: unknown) => {
    if (value instanceof Error) throw value;
    return value;
  };
  const media = createGroupMedia({
    post: (path, body) => {
      calls.push(`POST ${path} ${JSON.stringify(body)}`);
      return answer(path.includes('/upload/') ? upload : confirm);
    },
    remove: (path, body) => {
      calls.push(`DELETE ${path} ${JSON.stringify(body)}`);
      return answer(confirm);
    },
    postForm: async (url, form) => {
      calls.push(`FORM ${url} ${[...form.keys()]}`);
      return status;
    },
  });
  return { media, calls };
}

describe('an upload', () => {
  it('is a form, the file last, and its confirmation, also where answers are under data', async () => {
    const { media, calls } = setUp({ upload: { data: FORM }, confirm: { data: DONE } });
    await expect(media.upload('g/1', FILE)).resolves.toEqual(DONE);
    expect(calls).toEqual([
      'POST /group-media/upload/g%2F1 {}',
      'FORM https://store.example key,file',
      'POST /group-media/confirm/g%2F1 {"objectKey":"k"}',
    ]);
  });

  it.each<[string, Answers]>([
    ['Invalid response structure', { upload: 'ok' }],
    ['Invalid response structure', { upload: new AppError('malformed', 'no JSON') }],
    ['Missing required upload parameters', { upload: { url: FORM.url, fields: {} } }],
    ['storage upload failed with status 403', { status: 403 }],
    ['Upload succeeded but confirmation failed', { confirm: new AppError('server', 'x') }],
    [
      'Upload succeeded but confirmation failed. It is no picture.',
      { confirm: new AppError('invalid', 'x', { detail: { messages: ['It is no picture.'] } }) },
    ],
    [
      'Upload succeeded but confirmation failed. Try again in a moment.',
      { confirm: new AppError('conflict', 'x', { detail: { messages: ['Try again in a moment.'] } }) },
    ],
    ['No backgroundImageUrl in confirm response', { confirm: { backgroundImageKey: 'b' } }],
    [
      'The server does not answer. Check your connection and try again.',
      { upload: new AppError('unreachable', 'x') },
    ],
  ])('fails with: %s', async (reason, answers) => {
    const failed = await setUp(answers).media.upload('g', FILE).catch(uploadFailure);
    expect(failed).toBe(`Failed to upload image: ${reason}`);
  });

  it('begins with a file that may be one', () => {
    expect(fileProblem([])).toBe('Choose an image first');
    expect(fileProblem([FILE, FILE])).toBe('Choose one image');
    expect(fileProblem([{ type: 'text/html', size: 9 }])).toBe('The file must be an image');
    expect(fileProblem([{ type: 'image/png', size: 5_242_880 }])).toBe('File size must be under 5 MB');
    expect(fileProblem([{ type: 'image/png', size: 5_242_879 }])).toBeUndefined();
  });
});

describe('deleting', () => {
  const background = { key: 'b', url: 'https://elsewhere.example/i' };

  it('is tried in three ways, and after the last one it counts as deleted', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { media, calls } = setUp({ confirm: new AppError('server', 'x') });
    await media.remove('g', background);
    expect(calls).toEqual([
      'DELETE /group-media/delete/g {"backgroundImageKey":"b"}',
      'POST /group-media/delete/g {"backgroundImageKey":"b"}',
      'POST /group-media/confirm/g {"action":"delete","backgroundImageKey":"b"}',
    ]);
    expect(warned).toHaveBeenCalledTimes(3);
    warned.mockRestore();
  });

  it('ends with the first way that works, and finds the key in the address', async () => {
    const { media, calls } = setUp();
    await media.remove('g', { key: undefined, url: DONE.backgroundImageUrl });
    expect(calls).toEqual(['DELETE /group-media/delete/g {"backgroundImageKey":"b"}']);
  });

  it.each([
    ['Group ID is required for deletion', '', background],
    ['Could not determine background image key for deletion', 'g', { key: undefined, url: background.url }],
    ['Background image key is required for deletion', 'g', { key: '', url: background.url }],
  ])('fails with: %s', async (reason, groupId, of) => {
    expect(await setUp().media.remove(groupId, of).catch(deleteFailure)).toBe(reason);
    expect(deleteFailure(new Error('any'))).toBe('Failed to delete background image');
  });
});
