import { type Logger, silentLogger, systemClock } from '@kubemin/base';
import { unauthorized } from '@kubemin/kubeapi';
import { expect, it } from 'vitest';
import { parseBindAddress } from '../http/http-listener.ts';
import { ResourceSet } from '../resource/resource-set.ts';
import { MemoryLogger } from '../test-support/memory-logger.ts';
import { voyages } from '../test-support/voyages.ts';
import { apiExtManager } from './apiext-manager.ts';

function manager(address: string, logger: Logger = silentLogger): ReturnType<typeof apiExtManager> {
  return apiExtManager({
    address: parseBindAddress(address),
    resources: ResourceSet.of(voyages),
    authenticator: { handlerFor: () => Promise.reject(unauthorized()) },
    clock: systemClock,
    logger,
  });
}

it('opens its port when it prepares, serves while it runs, and closes the port', async () => {
  const first = manager(':0');
  const stop = new AbortController();
  await first.prepare?.(stop.signal);
  const running = first.run(stop.signal);
  const { url = '' } = first;
  expect((await fetch(`${url}/v1/healthz`)).status).toBe(200);
  const second = manager(`:${new URL(url).port}`);
  await expect(second.prepare?.(stop.signal)).rejects.toMatchObject({ code: 'PORT_TAKEN' });
  stop.abort();
  await running;
  await first.close?.();
  await second.prepare?.(stop.signal);
  expect(second.url).toBe(url);
  await second.close?.();
});

it('serves nothing where it is turned off', async () => {
  const off = manager('0');
  await off.prepare?.(new AbortController().signal);
  expect(off.url).toBeUndefined();
  await off.run(AbortSignal.abort());
});

it.each([
  ['0.0.0.0:0', 1],
  ['127.0.0.1:0', 0],
])('on %s without TLS it warns %i times that tokens can be read on the way', async (address, warnings) => {
  const logger = new MemoryLogger();
  const served = manager(address, logger);
  await served.prepare?.(new AbortController().signal);
  await served.close?.();
  expect(logger.at('warn')).toHaveLength(warnings);
});
