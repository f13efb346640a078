import { expect, test } from 'vitest';
import { chooseNodeRuntime, NODE_RUNTIMES } from './choose-node-runtime.ts';

test('auto takes what works on this machine', async () => {
  await expect(chooseNodeRuntime('auto')).resolves.toEqual({ name: 'simulated', runtime: NODE_RUNTIMES.simulated });
});

test('a runtime that does not work here is named with the reason, and with one that does', async () => {
  const why = { en: 'no socket', zh: '没有套接字' };
  const broken = { ...NODE_RUNTIMES.simulated, availability: async () => ({ kind: 'missing', why }) as const };
  await expect(chooseNodeRuntime('simulated', { simulated: broken })).rejects.toMatchObject({
    code: 'RUNTIME_MISSING',
    message: expect.stringContaining('simulated: no socket'),
    hint: { en: expect.stringContaining('--runtime simulated') },
  });
});
