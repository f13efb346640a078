import { ManualClock } from '@kubemin/testing';
import type { TestDatabase } from '@kubemin/testing/vitest';
import { makeBench } from './bench.ts';

export const never = () => new Promise<void>(() => undefined);

/** Starts an engine on the database, lets it get to the point where `hangs` runs, and drops it like a crash would. */
export async function crashAt(place: TestDatabase, components: readonly string[], hangs: string) {
  const reached = Promise.withResolvers<void>();
  const ran: string[] = [];
  const bench = await makeBench(new ManualClock(), {
    place,
    executorId: 'crashed',
    script: (component) => async () => {
      ran.push(component);
      if (component !== hangs) return;
      reached.resolve();
      await never();
    },
  });
  await bench.engine.start();
  const { id } = await bench.submit(components);
  await reached.promise;
  await bench.database.close();
  return { id, ran };
}
