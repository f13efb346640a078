import type { Fetch } from '@kubemin/client';

/** A fetch that sends each request to the next address, and to the one after it if that does not respond. */
export function roundRobin(urls: readonly string[]): Fetch {
  let turn = 0;
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    let failure: unknown;
    for (let attempt = 0; attempt < urls.length; attempt += 1) {
      turn = (turn + 1) % urls.length;
      try {
        return await fetch(`${urls[turn]}${pathname}${search}`, init);
      } catch (error) {
        if (init.signal?.aborted === true) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}
