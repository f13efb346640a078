import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type ChildMessage, type ChildOrder, isChildRequest, type Usage } from './child-protocol.ts';

const DELAY_RESOLUTION_MS = 1;

/** Sends a message to the parent. */
export function sendToParent(message: ChildMessage): void {
  process.send?.(message);
}

/** Replies to the parent's requests about this process, and ends the process with the parent. */
export function serveParentRequests(): void {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  let encodings = 0;
  const orders: Readonly<Record<ChildOrder, () => void>> = {
    usage: () => undefined,
    reset: () => {
      delay.reset();
      encodings = 0;
    },
    collectGarbage: () => globalThis.gc?.(),
    countEncodings: () =>
      countEncodings(() => {
        encodings += 1;
      }),
  };
  process.on('message', (message) => {
    if (!isChildRequest(message)) return;
    orders[message.order]();
    const usage = usageNow(delay.percentile(99) / 1e6 - DELAY_RESOLUTION_MS, encodings);
    sendToParent({ kind: 'usage', id: message.id, usage });
  });
  process.on('disconnect', () => process.exit(0));
}

function usageNow(loopDelayP99Ms: number, encodings: number): Usage {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    cpuMicros: user + system,
    rssBytes: rss,
    liveBytes: heapUsed + external,
    loopDelayP99Ms: Math.max(0, loopDelayP99Ms),
    encodings,
  };
}

/** From here on every encoding is counted, whatever code makes it: the server is not aware of it. */
function countEncodings(counted: () => void): void {
  JSON.stringify = new Proxy(JSON.stringify, {
    apply(target, self, args) {
      const [value] = args;
      if (typeof value === 'object' && value !== null && 'metadata' in value) counted();
      return Reflect.apply(target, self, args);
    },
  });
}
