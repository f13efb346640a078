import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { systemClock } from '@kubemin/base';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import { DnsZone, startDnsServer } from '../../cluster/node/src/network/index.ts';
import { sendToParent, serveParentRequests } from '../support/child-side.ts';

/** The cluster DNS, or a bare server that returns what it receives. */
const { kind, names }: { readonly kind: 'dns' | 'bare'; readonly names: number } = JSON.parse(process.argv[2] ?? '');
const LOOPBACK = '127.0.0.1';

async function startBare(): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => socket.send(message, port, address));
  socket.bind(0, LOOPBACK);
  await once(socket, 'listening');
  return socket.address().port;
}

async function startDns(): Promise<number> {
  const zone = new DnsZone({ reverseRanges: ['10.96.0.0/16'] });
  for (let index = 0; index < names; index += 1) {
    const name = `service-${index}`;
    const service: Service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { namespace: 'shop', name },
      spec: { clusterIP: `10.96.${index >> 8}.${index & 255}`, ports: [{ name: 'http', port: 80 }] },
    };
    zone.setService(`shop/${name}`, service);
  }
  const { addresses } = await startDnsServer({ zone, clock: systemClock, listen: [{ address: LOOPBACK, port: 0 }] });
  return addresses[0]?.port ?? 0;
}

serveParentRequests();
sendToParent({ kind: 'ready', port: await (kind === 'dns' ? startDns() : startBare()) });
