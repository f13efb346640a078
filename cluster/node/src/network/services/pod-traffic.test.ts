import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const NAMESPACE = ['--user', '--map-root-user', '--net'];
const SCRIPT = join(import.meta.dirname, 'test-support/pod-traffic.ts');

async function missing(command: readonly string[]): Promise<string | undefined> {
  try {
    await run('unshare', [...NAMESPACE, ...command]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : String(error);
  }
}
const withoutNamespace = await missing(['ip', 'link']);
const withoutNft = await missing(['nft', 'list', 'ruleset']);

async function traffic(proxy: string): Promise<unknown> {
  const { stdout } = await run('unshare', [...NAMESPACE, process.execPath, SCRIPT, proxy]);
  return JSON.parse(stdout);
}

const skipped = (reason: string | undefined): string => (reason === undefined ? '' : ` (skipped: ${reason})`);

test.skipIf(withoutNamespace !== undefined)(
  `the user-space proxy connects pods and node to a pod, which sees the node${skipped(withoutNamespace)}`,
  async () => {
    expect(await traffic('user-space')).toEqual({
      'pod to service': '10.244.0.3 from 192.0.2.1',
      'pod to itself through the service': '10.244.0.3 from 192.0.2.1',
      'pod to node port': '10.244.0.3 from 192.0.2.1',
      'node to service': '10.244.0.3 from 192.0.2.1',
      'node to node port': '10.244.0.3 from 192.0.2.1',
      'pod to local node port': '10.244.0.3 from 192.0.2.1',
      'pod to service without endpoints': 'ECONNREFUSED',
      'pod to no service': 'ECONNREFUSED',
    });
  },
);

test.skipIf(withoutNft !== undefined)(
  `the nftables proxy connects them, and keeps the address of pods where it can${skipped(withoutNft)}`,
  async () => {
    expect(await traffic('nft')).toEqual({
      'pod to service': '10.244.0.3 from 10.244.0.2',
      'pod to itself through the service': '10.244.0.3 from 192.0.2.1',
      'pod to node port': '10.244.0.3 from 192.0.2.1',
      'node to service': '10.244.0.3 from 192.0.2.1',
      'node to node port': '10.244.0.3 from 192.0.2.1',
      'pod to local node port': '10.244.0.3 from 10.244.0.2',
      'pod to service without endpoints': 'ECONNREFUSED',
      'pod to service without endpoints, on a port of the node': 'ECONNREFUSED',
      'pod to no service': 'ECONNREFUSED',
    });
  },
);
