/** Posts a form to a file store. Uses XMLHttpRequest because `fetch` reports no upload progress. */
import { AppError } from '#protocol/app-error.ts';

/** Returns the HTTP status. `onProgress`: the sent fraction, 0 to 1. Throws `unreachable` and `aborted`. */
export function postForm(
  url: string,
  form: FormData,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (share: number) => void },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(request.status);
    request.onerror = () => reject(new AppError('unreachable', 'the store does not answer'));
    request.onabort = () => reject(new AppError('aborted', 'the upload was left'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.open('POST', url);
    request.send(form);
    if (signal?.aborted) request.abort();
  });
}
