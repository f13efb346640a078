import { once } from 'node:events';
import { createServer } from 'node:net';

/** A free port, for commands where 0 has another meaning. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('the probe has no address');
  return address.port;
}
