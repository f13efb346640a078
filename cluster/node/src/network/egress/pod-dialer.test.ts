import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { DnsZone } from '../dns/dns-zone.ts';
import { compilePolicies, type PolicyPod } from '../policies/compile-policies.ts';
import { NO_POLICY_RULES, type PolicyRules } from '../policies/policy-rules.ts';
import { serveDialer, type WantedAddress } from '../relay/socket-relay.ts';
import { podDialer } from './pod-dialer.ts';

const CLIENT = '10.244.0.5';
const client: PolicyPod = { namespace: 'shop', labels: {}, address: CLIENT, ports: [], isLocal: true };
/** HTTPS to one block. */
const isolating = compilePolicies({
  policies: [
    {
      ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'out', namespace: 'shop' } },
      spec: {
        ...{ podSelector: {}, policyTypes: ['Egress'] },
        egress: [
          { to: [{ ipBlock: { cidr: '203.0.113.0/24', except: ['203.0.113.0/25'] } }], ports: [{ port: 443 }] },
          { to: [{ podSelector: {} }] },
        ],
      },
    },
  ],
  ...{ pods: [client], namespaces: [] },
});

/** A dialer of a node with one pod, and what it asked the outside for. */
async function startDialer(rules: PolicyRules) {
  const home = await temporaryDirectory();
  const site = createServer((socket) => socket.end('site')).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  const address = site.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const outside = join(home.path, 'outside.sock');
  const wanted: WantedAddress[] = [];
  const relay = await serveDialer(outside, (each) => {
    wanted.push(each);
    return [{ host: '127.0.0.1', port }];
  });
  onTestFinished(async () => {
    await relay[Symbol.asyncDispose]();
    site.close();
    await home.remove();
  });
  const zone = new DnsZone({ reverseRanges: [], ingressAddress: '10.244.0.1', serverAddress: '10.96.0.10' });
  const dial = podDialer({
    ...{ zone, outside, policyRules: () => rules, findNamespace: () => 'shop' },
    isInside: (host) => host === '127.0.0.1',
  });
  const connect = async (host: string, at: number, from = CLIENT): Promise<string> =>
    text(await dial({ host, port: at }, from, new AbortController().signal));
  return { connect, wanted, port };
}

test('a pod that policies isolate reaches the blocks that they allow, whatever a name leads to', async () => {
  const { connect, wanted } = await startDialer(isolating);
  expect(await connect('site.test', 443)).toBe('site');
  await connect('site.test', 80);
  await connect('site.test', 443, '10.244.0.6');
  expect(wanted).toEqual([
    { host: 'site.test', port: 443, within: ['203.0.113.128-203.0.113.255'] },
    { host: 'site.test', port: 80, within: [] },
    { host: 'site.test', port: 443, within: undefined },
  ]);
});

test('no client reaches pods through the proxy where the packet filter would not see who they are', async () => {
  const free = await startDialer(NO_POLICY_RULES);
  expect(await free.connect('127.0.0.1', free.port)).toBe('site');
  const { connect, port } = await startDialer(isolating);
  await expect(connect('127.0.0.1', port, '10.244.0.6')).rejects.toMatchObject({ code: 'EACCES' });
});
