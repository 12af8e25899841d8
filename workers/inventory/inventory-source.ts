/** Reads the inventory of a site over REST. */
import * as v from 'valibot';
import { AppError, isAppError } from '#protocol/app-error.ts';
import { type Fetch, requestJson } from '#protocol/json-request.ts';
import { MAX_LIMIT } from '#protocol/rest/paging.ts';
import type { AskToken, InventorySource } from '#protocol/threads/inventory-worker.ts';

/** Long, because a page of the inventory is several megabytes. */
const TIMEOUT_MS = 120_000;
/** Devices read by id in one request. */
const MAX_IDS = 100;
/** Pages requested beyond the awaited one: the platform stays busy, and memory holds few pages. */
const PAGES_AHEAD = 2;
const FIELDS = 'id,inventoryResults,softwareResults,updated';

const pageSchema = v.array(v.unknown());
const timesSchema = v.array(v.object({ id: v.string(), updated: v.string() }));

export function createInventorySource(
  fetch: Fetch,
  { restUrl, tenantKey }: InventorySource,
  askToken: AskToken,
) {
  let bearer: string | undefined;

  /** Errors from the page arrive without their code. It throws only if it cannot request a new token. */
  async function token(rejected?: string): Promise<string | undefined> {
    try {
      return await askToken(rejected);
    } catch (cause) {
      throw isAppError(cause) ? cause : new AppError('unreachable', 'no access token', { cause });
    }
  }

  /** Retries once after a 401 if another token is available. */
  async function read<T>(query: Record<string, string>, schema: v.GenericSchema<unknown, T>): Promise<T> {
    bearer ??= await token();
    const send = () =>
      requestJson(
        fetch,
        {
          url: `${restUrl}/devices/inventory?${new URLSearchParams(query)}`,
          tenantKey,
          timeoutMs: TIMEOUT_MS,
          ...(bearer !== undefined && { bearer }),
        },
        schema,
      );
    const used = bearer;
    try {
      return await send();
    } catch (error) {
      if (!isAppError(error) || error.code !== 'unauthorized') throw error;
      // A concurrent request of this worker may have fetched a new token.
      if (bearer === used) bearer = await token(used);
      if (bearer === undefined || bearer === used) throw error;
      return send();
    }
  }

  const pageQuery = (fields: string, before: string | undefined) => ({
    fields,
    limit: String(MAX_LIMIT),
    _sort: 'id',
    _order: 'desc',
    ...(before !== undefined && { _lt_id: before }),
  });

  return {
    /** Update time of each device, a small part of the whole inventory. */
    async updatedTimes(): Promise<Map<string, string>> {
      const times = new Map<string, string>();
      for (let before: string | undefined; ; ) {
        const page = await read(pageQuery('id,updated', before), timesSchema);
        for (const { id, updated } of page) times.set(id, updated);
        before = page.at(-1)?.id;
        if (page.length < MAX_LIMIT) return times;
      }
    },
    /**
     * Reads all records page by page. `ids`, in the platform's order, give the start of each page, so that
     * the platform prepares the next pages while `take` handles one. A new device may displace another.
     */
    async pages(ids: Promise<readonly string[]>, take: (records: readonly unknown[]) => void): Promise<void> {
      const ask = (before: string | undefined) => {
        const page = read(pageQuery(FIELDS, before), pageSchema);
        // The awaiting caller handles the failure; until then it must not count as an unhandled rejection.
        page.catch(() => {});
        return page;
      };
      const coming = [ask(undefined)];
      const known = await ids;
      let asked = MAX_LIMIT;
      for (let page = coming.shift(); page !== undefined; page = coming.shift()) {
        for (; coming.length < PAGES_AHEAD && asked < known.length; asked += MAX_LIMIT)
          coming.push(ask(known[asked - 1]));
        take(await page);
      }
    },
    /** Records of these devices, without those that no longer exist. */
    async records(
      ids: readonly string[],
      take: (records: readonly unknown[], ids: readonly string[]) => void,
    ) {
      for (let from = 0; from < ids.length; from += MAX_IDS) {
        const some = ids.slice(from, from + MAX_IDS);
        take(await read({ fields: FIELDS, ids: some.join(',') }, pageSchema), some);
      }
    },
  };
}

export type InventoryReader = ReturnType<typeof createInventorySource>;
