import { once } from 'node:events';
import { createServer } from 'node:http';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeNodeImage, NODE_IMAGE } from '../images/base-images.ts';
import { startPrivateNode } from '../test-support/private-node.ts';
import { PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';

const missing = await missingNamespaces();

const podRunning = (name: string, program: string): Pod => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: name } } },
  spec: {
    ...{ restartPolicy: 'Never', terminationGracePeriodSeconds: 1 },
    containers: [
      { name: 'main', image: NODE_IMAGE, imagePullPolicy: 'IfNotPresent', command: ['node', '-e', program] },
    ],
  },
});

const API = `require('http').createServer((q, r) => r.end('api')).listen(8080)`;
/** Writes what it finds as its termination message: a site outside, the machine, a service by its short name, a name by DNS. */
const asker = (port: number): string => `
const { request } = require('http');
const shown = (url) => fetch(url).then(async (r) => r.status + ' ' + await r.text(), (e) => String(e.cause?.code ?? e));
/** What a site outside sends through a tunnel of the proxy. */
const tunnelled = (host, port, path) => new Promise((resolve) => {
  const proxy = new URL(process.env.HTTPS_PROXY);
  const opening = request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: host + ':' + port, agent: false });
  opening.on('response', (refusal) => resolve(String(refusal.statusCode)));
  opening.on('connect', (reply, socket) => {
    if (reply.statusCode !== 200) return resolve(String(reply.statusCode));
    request({ createConnection: () => socket, host, path }, (r) => {
      let body = '';
      r.on('data', (part) => { body += part; }).on('end', () => resolve(r.statusCode + ' ' + body));
    }).end();
  });
  opening.on('error', (error) => resolve(String(error))).end();
});
(async () => {
  let service = '';
  while (!service.startsWith('200')) service = await shown('http://api/');
  const found = {
    site: await tunnelled('site.test', ${port}, '/page'),
    loopback: await tunnelled('machine.test', ${port}, '/'),
    service,
    dns: await require('dns').promises.resolve4('site.test').catch((e) => e.code),
  };
  require('fs').writeFileSync('/dev/termination-log', JSON.stringify(found));
})();`;

describe.skipIf(missing !== undefined)(
  `pods that reach outside through the proxy${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    test('find it in their environment, and services without it; a program without it gets an event', async () => {
      const site = createServer((request, response) => response.end(`site ${request.url}`)).listen(0, '127.0.0.1');
      await once(site, 'listening');
      onTestFinished(() => void site.close());
      const address = site.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      const machine = {
        ...{ nodePath: process.execPath, nodeVersion: process.version, directories: PROGRAM_DIRECTORIES },
      };
      const node = await startPrivateNode({
        addImages: (store) => makeNodeImage(store, machine),
        egress: 'proxy',
        findOutside: ({ host, port: wanted }) => {
          if (host === 'site.test') return [{ host: '127.0.0.1', port: wanted }];
          throw Object.assign(new Error(`${host} is a loopback address`), { code: 'EACCES' });
        },
      });
      onTestFinished(() => node.close());
      const pods = node.client.resource(core.v1.pods, 'default');
      await node.client.resource(core.v1.services, 'default').create({
        ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'api' } },
        spec: { selector: { app: 'api' }, ports: [{ port: 80, targetPort: 8080 }] },
      });
      await pods.create(podRunning('api', API));
      await pods.create(podRunning('asker', asker(port)));
      const message = await eventually(
        async () => (await pods.get('asker')).status?.containerStatuses?.[0]?.state?.terminated?.message,
        { until: (found) => found !== undefined },
      );
      expect(JSON.parse(message ?? '')).toEqual({
        site: '200 site /page',
        loopback: '403',
        service: '200 api',
        dns: expect.any(String),
      });
      const events = node.client.resource(core.v1.events, 'default');
      await eventually(async () => (await events.list()).items, {
        until: (items) =>
          items.some(
            ({ reason, involvedObject, message: text = '' }) =>
              reason === 'EgressByProxyOnly' && involvedObject.name === 'asker' && text.includes('site.test'),
          ),
      });
    });
  },
);
