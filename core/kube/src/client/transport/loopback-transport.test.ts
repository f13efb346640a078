import { expect, test } from 'vitest';
import { MemoryApi } from '../../test-support/memory-api.ts';
import { describeStreams } from '../../test-support/stream-suite.ts';
import { describeTransport } from '../../test-support/transport-suite.ts';
import { loopbackTransport } from './loopback-transport.ts';

const USER = { username: 'tester', groups: ['system:masters'] };

describeTransport('loopback', async (api) => ({ handler: loopbackTransport(api, USER), close: () => undefined }));
describeStreams('loopback', async (api) => ({ handler: loopbackTransport(api, USER), close: () => undefined }));

test('every loopback request carries the user, whatever the caller claims', async () => {
  const api = new MemoryApi();
  const handler = loopbackTransport(api.handler, USER);
  const otherUser = { username: 'another user', groups: [] };
  const request = { method: 'GET', path: '/api/v1/configmaps', query: new URLSearchParams(), headers: {} } as const;
  await handler({ ...request, user: otherUser });
  expect(api.requests[0]?.user).toEqual(USER);
});
