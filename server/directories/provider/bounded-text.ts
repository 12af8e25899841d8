/** The text of a response; undefined if it exceeds `maxBytes`. Rejects when the connection breaks. */
export async function boundedText(response: Response, maxBytes: number): Promise<string | undefined> {
  const { body } = response;
  if (body === null) return '';
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await body.cancel();
    return undefined;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
