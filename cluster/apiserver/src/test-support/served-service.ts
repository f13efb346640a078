// A Service whose pod is a port of this process. For tests.
import { connect } from 'node:net';
import { PORT_FORWARD_PROTOCOL, servePortForward } from '@kubemin/kubeapi/stream';
import { joinStreams } from '../streaming/index.ts';
import { StandInNode } from './stand-in-node.ts';
import type { TestApi } from './test-api.ts';

const UPGRADED = [
  'HTTP/1.1 101 Switching Protocols',
  'Connection: Upgrade',
  'Upgrade: SPDY/3.1',
  `X-Stream-Protocol-Version: ${PORT_FORWARD_PROTOCOL}`,
];

/** A node that forwards every port of its pods to one port of this machine. */
export function createForwardingNode(port: () => number): StandInNode {
  return new StandInNode(
    (_, response) => response.writeHead(404).end(),
    async (_, socket) => {
      // The HTTP server has to let go of the connection first.
      await Promise.resolve();
      socket.write(`${UPGRADED.join('\r\n')}\r\n\r\n`);
      servePortForward(socket, (_port, connection) => joinStreams(connection, connect(port(), '127.0.0.1')));
    },
  );
}

/** Creates `NAME` in the namespace `test`, with a ready pod on such a node behind it. */
export async function createServedService(api: TestApi, name: string): Promise<void> {
  const objects = '/api/v1/namespaces/test';
  await api.create('/api/v1/namespaces', { metadata: { name: 'test' } });
  await api.create('/api/v1/nodes', { metadata: { name: 'node-1' } });
  await api.create(`${objects}/pods`, {
    metadata: { name: 'server' },
    spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'server:1' }] },
  });
  const status = { phase: 'Running', podIP: '10.244.0.9', podIPs: [{ ip: '10.244.0.9' }] };
  await api.patch(`${objects}/pods/server/status`, { status });
  await api.create(`${objects}/services`, { metadata: { name }, spec: { ports: [{ port: 443, targetPort: 8443 }] } });
  await api.create('/apis/discovery.k8s.io/v1/namespaces/test/endpointslices', {
    metadata: { name: `${name}-1`, labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    endpoints: [
      {
        addresses: ['10.244.0.9'],
        conditions: { ready: true },
        targetRef: { kind: 'Pod', name: 'server', namespace: 'test' },
      },
    ],
    ports: [{ name: '', port: 8443 }],
  });
}
