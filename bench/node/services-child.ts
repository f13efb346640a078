import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { systemClock } from '@kubemin/base';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import {
  createNftProxy,
  createUserSpaceProxy,
  type ServiceProxy,
  serviceTable,
} from '../../cluster/node/src/network/index.ts';
import { median } from '../support/statistics.ts';
import { childSettings, serveRequests, type Values } from './namespace-child.ts';

/** The service proxies of a node, in a network of their own: `nft` and `userSpace` in turn. */
const { services: count, nft } = childSettings<{ readonly services: number; readonly nft?: string }>();
const NODE = { name: 'machine', addresses: ['10.244.0.1'] };
const CHANGES = 9;

function makeService(index: number): Service {
  const clusterIP = `10.96.${1 + (index >> 8)}.${index & 255}`;
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace: 'shop', name: `service-${index}` },
    spec: { clusterIP, clusterIPs: [clusterIP], ports: [{ port: 80, targetPort: 8080 }] },
  };
}

/** Two endpoints each; `change` moves them. */
function makeSlice(index: number, change = 0): EndpointSlice {
  const addresses = [2 + ((index + change) % 100), 120 + ((index + change) % 100)];
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      namespace: 'shop',
      name: `service-${index}-1`,
      labels: { 'kubernetes.io/service-name': `service-${index}` },
    },
    addressType: 'IPv4',
    endpoints: addresses.map((last) => ({ addresses: [`10.244.0.${last}`], conditions: { ready: true } })),
    ports: [{ port: 8080 }],
  };
}

async function runNft(ruleset: string): Promise<void> {
  const child = spawn(nft ?? '', ['-f', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  child.stdin.end(ruleset);
  const message = await text(child.stderr);
  if ((await promise) !== 0) throw new Error(`nft: ${message}`);
}

/** From the objects to what the node forwards: all of them, then one change at a time. */
async function measure(proxy: ServiceProxy): Promise<Values> {
  const services = Array.from({ length: count }, (_, index) => makeService(index));
  const slices = services.map((_, index) => makeSlice(index));
  const apply = async (): Promise<number> => {
    const began = performance.now();
    await proxy.apply(serviceTable(services, slices, NODE));
    return performance.now() - began;
  };
  try {
    const all = await apply();
    const changes: number[] = [];
    for (let change = 1; change <= CHANGES; change += 1) {
      slices[change] = makeSlice(change, change);
      changes.push(await apply());
    }
    return { all, change: median(changes) };
  } finally {
    await proxy.close();
  }
}

const ip = (...words: readonly string[]) => promisify(execFile)('ip', words);
await ip('link', 'set', 'lo', 'up');
await ip('route', 'add', 'local', '10.96.0.0/16', 'dev', 'lo');
serveRequests({
  nft: () => measure(createNftProxy({ runNft, podRange: '10.244.0.0/24', nodeAddress: '10.244.0.1' })),
  userSpace: () => measure(createUserSpaceProxy({ clock: systemClock })),
});
