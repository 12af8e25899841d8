/** Fetches the same pages in a worker that does nothing with them but parse. Runs in the page: it imports nothing. */
export async function readBareInventory(about: {
  url: string;
  headers: Record<string, string>;
}): Promise<{ devices: number; ms: number }> {
  const code = `onmessage = async ({ data: { url, headers } }) => {
    const from = performance.now();
    let devices = 0;
    for (let last; ; ) {
      const query = new URLSearchParams({ fields: 'id,inventoryResults,softwareResults,updated', limit: '500', _sort: 'id', _order: 'desc' });
      if (last !== undefined) query.set('_lt_id', last);
      const page = JSON.parse(await (await fetch(url + '?' + query, { headers })).text());
      devices += page.length;
      last = page.at(-1)?.id;
      if (page.length < 500) break;
    }
    postMessage({ devices, ms: performance.now() - from });
  };`;
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(address);
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => reject(new Error('the bare worker failed'));
      worker.postMessage(about);
    });
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}
