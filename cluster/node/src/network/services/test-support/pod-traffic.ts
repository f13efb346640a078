import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { silentLogger, systemClock } from '@kubemin/base';
import { openPacketFilter } from '../../nft/nft-program.ts';
import { chooseServiceProxy } from '../choose-proxy.ts';
import type { ServiceProxy } from '../service-proxy.ts';
import type { ServiceEntry } from '../service-table.ts';
import { PodNamespace } from './pod-namespace.ts';
import { makeTable } from './proxy-rules.ts';
import { run } from './run-program.ts';

/**
 * Runs in a network namespace of its own, which is a node with two pods: each has a namespace and a pair of devices. The
 * argument is the proxy, `nft` or `user-space`. Prints who is connected to whom as one line of JSON.
 */
const NODE = '192.0.2.1';
const SERVICE = '10.96.0.5';
const NODE_PORT = 30_080;
const PODS = ['10.244.0.2', '10.244.0.3'] as const;

/** Chosen as a node does, which finds no nft without directories to look in. */
async function makeProxy(): Promise<ServiceProxy> {
  const directories = process.argv[2] === 'user-space' ? [] : (process.env.PATH ?? '').split(':');
  const packetFilter = await openPacketFilter(directories);
  const parts = { clock: systemClock, logger: silentLogger };
  return chooseServiceProxy({ ...parts, packetFilter, podRange: '10.244.0.0/16', nodeAddress: NODE });
}

await run('ip', ['link', 'set', 'lo', 'up']);
await run('ip', ['address', 'add', `${NODE}/32`, 'dev', 'lo']);
await run('ip', ['route', 'add', 'local', '10.96.0.0/16', 'dev', 'lo']);
await writeFile('/proc/sys/net/ipv4/ip_forward', '1');
const [one, two] = [new PodNamespace(NODE), new PodNamespace(NODE)];
await Promise.all([one.join(PODS[0]), two.join(PODS[1])]);

const endpoint = (address: string): ServiceEntry['endpoints'] => [{ address, port: 8080 }];
const entry: ServiceEntry = {
  address: SERVICE,
  port: 80,
  protocol: 'TCP',
  service: 'shop/web',
  scope: 'cluster',
  local: false,
  endpoints: endpoint(PODS[1]),
  affinitySeconds: undefined,
  sourceRanges: undefined,
};
const nodePort: ServiceEntry = { ...entry, address: NODE, port: NODE_PORT, scope: 'external' };
const proxy = await makeProxy();
const results: Record<string, string> = {};
await proxy.apply(makeTable(entry, nodePort));
results['pod to service'] = await one.send(`connect ${SERVICE} 80`);
results['pod to itself through the service'] = await two.send(`connect ${SERVICE} 80`);
results['pod to node port'] = await one.send(`connect ${NODE} ${NODE_PORT}`);
results['node to service'] = await text(connect({ host: SERVICE, port: 80 }));
results['node to node port'] = await text(connect({ host: NODE, port: NODE_PORT }));
await proxy.apply(makeTable({ ...nodePort, local: true }));
results['pod to local node port'] = await one.send(`connect ${NODE} ${NODE_PORT}`);
await proxy.apply(makeTable({ ...entry, endpoints: [] }));
results['pod to service without endpoints'] = await one.send(`connect ${SERVICE} 80`);
if (process.argv[2] === 'nft') {
  // A program of the node that listens on all addresses must not pass for a service.
  const server = createServer((socket) => socket.end('the node'));
  await new Promise<void>((resolve) => server.listen(8081, '0.0.0.0', resolve));
  await proxy.apply(makeTable({ ...entry, port: 8081, endpoints: [] }));
  results['pod to service without endpoints, on a port of the node'] = await one.send(`connect ${SERVICE} 8081`);
}
results['pod to no service'] = await one.send('connect 10.96.0.77 80');
await proxy.close();
one.stop();
two.stop();
process.stdout.write(`${JSON.stringify(results)}\n`);
process.exit(0);
