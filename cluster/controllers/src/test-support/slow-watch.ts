import type { ApiHandler, WatchEvent } from '@kubemin/kubeapi';

/** The same API for somebody far away: every change is seen only after many other things have happened. */
export function slowWatches(handler: ApiHandler, turns: number): ApiHandler {
  return async (request) => {
    const response = await handler(request);
    return response.kind === 'watch' ? { ...response, events: delayed(response.events, turns) } : response;
  };
}

async function* delayed(events: AsyncIterable<readonly WatchEvent[]>, turns: number) {
  for await (const batch of events) {
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    yield batch;
  }
}
