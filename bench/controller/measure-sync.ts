import { sendToParent } from '../support/child-side.ts';
import type { SyncSettings } from './settings.ts';

/** Two collections: what the first one finalises is freed by the second. */
function liveBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Measures what filling a cache takes and what it holds; reports to the parent and ends the process. `fill` returns a count of its entries. */
export async function measureSync(settings: SyncSettings, fill: () => Promise<() => number>): Promise<never> {
  process.on('disconnect', () => process.exit(0));
  const before = liveBytes();
  const cpu = process.cpuUsage();
  const started = performance.now();
  const count = await fill();
  const syncMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const bytes = liveBytes() - before;
  if (count() < settings.objects) throw new Error(`only ${count()} of ${settings.objects} objects are in the cache`);
  sendToParent({
    kind: 'result',
    values: { syncMs, cpuMs: (user + system) / 1000, bytesPerObject: bytes / count() },
  });
  return new Promise(() => undefined);
}
