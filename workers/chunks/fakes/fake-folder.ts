/** A folder of the private file system in memory, with exclusive access handles and a disk that fills up. */

const named = (name: string) => Object.assign(new Error(name), { name });

export function createFakeFolder() {
  const files = new Map<string, Uint8Array>();
  const held = new Set<string>();
  /** `room`: bytes that still fit; the rest is silently not written. `quota`: the maximum file size. */
  const disk = { room: Number.POSITIVE_INFINITY, quota: Number.POSITIVE_INFINITY };

  function accessHandle(name: string) {
    const content = () => files.get(name) ?? new Uint8Array();
    return {
      getSize: () => content().length,
      read(into: Uint8Array, { at }: { at: number }) {
        const bytes = content().subarray(at, at + into.length);
        into.set(bytes);
        return bytes.length;
      },
      write(bytes: Uint8Array, { at }: { at: number }) {
        const taken = bytes.subarray(0, Math.max(0, disk.room));
        disk.room -= taken.length;
        const grown = new Uint8Array(Math.max(content().length, at + taken.length));
        grown.set(content());
        grown.set(taken, at);
        files.set(name, grown);
        return taken.length;
      },
      truncate(size: number) {
        if (size > disk.quota) throw named('QuotaExceededError');
        const cut = new Uint8Array(size);
        cut.set(content().subarray(0, size));
        files.set(name, cut);
      },
      flush() {},
      close: () => held.delete(name),
    };
  }

  const fileHandle = (name: string) => ({
    kind: 'file',
    getFile: async () => new File([(files.get(name) ?? new Uint8Array()) as Uint8Array<ArrayBuffer>], name),
    async createSyncAccessHandle() {
      if (held.has(name)) throw named('NoModificationAllowedError');
      held.add(name);
      return accessHandle(name);
    },
  });

  const folder = {
    async getFileHandle(name: string, { create = false } = {}) {
      if (!files.has(name)) {
        if (!create) throw named('NotFoundError');
        files.set(name, new Uint8Array());
      }
      return fileHandle(name);
    },
    async removeEntry(name: string) {
      if (held.has(name)) throw named('NoModificationAllowedError');
      if (!files.delete(name)) throw named('NotFoundError');
    },
    async *entries() {
      for (const name of [...files.keys()]) yield [name, fileHandle(name)] as const;
    },
  };
  return { files, held, disk, folder: folder as unknown as FileSystemDirectoryHandle };
}
