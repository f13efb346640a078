import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSettings } from '../../settings/load-settings.ts';
import { fakeContext } from '../../test-support/fake-context.ts';
import { remoteDelivery } from './remote-delivery.ts';

let directory: TemporaryDirectory;
let silent: Server;
beforeEach(async () => {
  directory = await temporaryDirectory();
  // Accepts every connection and never sends anything.
  silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterEach(async () => {
  silent.close();
  await directory.remove();
});

async function kubeconfig(): Promise<string> {
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const file = join(directory.path, 'config');
  const text = `apiVersion: v1
kind: Config
clusters: [{ name: far, cluster: { server: "https://127.0.0.1:${port}", insecure-skip-tls-verify: true } }]
users: [{ name: me, user: { token: any } }]
contexts: [{ name: far, context: { cluster: far, user: me } }]
`;
  await writeFile(file, text);
  return file;
}

test('Ctrl-C ends the wait for a cluster that does not respond at once, as an interruption with a hint', async () => {
  const interruption = new AbortController();
  const env = { KUBECONFIG: await kubeconfig() };
  const { context } = fakeContext({ interrupted: interruption.signal, env, homeDirectory: directory.path });
  const values = await loadSettings(context, { command: 'up', flags: new Map() });
  const connected = once(silent, 'connection');
  const waiting = remoteDelivery(context, values, 'far');
  await connected;
  interruption.abort();
  await expect(waiting).rejects.toMatchObject({
    code: 'INTERRUPTED',
    exitCode: 130,
    hint: { message: expect.stringContaining('far') },
  });
});
