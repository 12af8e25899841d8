/** Reads the inventory of a site over REST. */
import * as v from 'valibot';
import { AppError, isAppError } from '#protocol/app-error.ts';
import { type Fetch, requestJson } from '#protocol/json-request.ts';
import { MAX_LIMIT } from '#protocol/rest/paging.ts';
import type { AskToken, InventorySource } from '#protocol/threads/inventory-worker.ts';

/** A page is several megabytes. */
const TIMEOUT_MS = 120_000;
/** Of devices that are read by their ids in one call. */
const MAX_IDS = 100;
/** Pages that are asked for beyond the one that is awaited: the platform has something to do, and memory holds few of them. */
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

  /** An error of the page that is asked comes without its code; the page throws only where it cannot ask for a new token. */
  async function token(rejected?: string): Promise<string | undefined> {
    try {
      return await askToken(rejected);
    } catch (cause) {
      throw isAppError(cause) ? cause : new AppError('unreachable', 'no access token', { cause });
    }
  }

  /** One retry after 401, with another token, where there is one. */
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
      // Another call of this worker may have a new one already.
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
    /** When each device was updated: a small part of the whole. */
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
     * All records, page by page. `ids`: of all devices, as the platform orders them; they say where each page begins, so that
     * the platform works on the next pages while `take` works on one. Who came meanwhile may push another device out of a page.
     */
    async pages(ids: Promise<readonly string[]>, take: (records: readonly unknown[]) => void): Promise<void> {
      const ask = (before: string | undefined) => {
        const page = read(pageQuery(FIELDS, before), pageSchema);
        // Whoever awaits it hears of its failure; until then it must not count as one that nobody hears of.
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
    /** The records of these devices, as many as there are. */
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
