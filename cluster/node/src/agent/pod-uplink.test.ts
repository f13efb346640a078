import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger as logger, systemClock, systemRandom } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeNodeImage, NODE_IMAGE } from '../images/base-images.ts';
import { createDnsForwarder } from '../network/dns/dns-forwarder.ts';
import { startDnsServer } from '../network/dns/dns-server.ts';
import { DnsZone } from '../network/dns/dns-zone.ts';
import { chooseUplink, findUplinkProgram } from '../network/egress/choose-uplink.ts';
import { Destinations } from '../network/egress/destinations.ts';
import { removeUplink, Uplink } from '../network/egress/uplink.ts';
import { runProgram } from '../sandbox/run-program.ts';
import { type PrivateNode, startPrivateNode } from '../test-support/private-node.ts';
import { PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';

const programs = await findUplinkProgram(PROGRAM_DIRECTORIES);
const missing =
  (await missingNamespaces()) ??
  (programs.kind === 'missing' ? `${programs.programs.join(' and ')} not installed` : undefined) ??
  (process.getuid?.() === 0 ? undefined : 'makes a network beside that of the node, which only root may') ??
  (existsSync('/dev/net/tun') ? undefined : 'no /dev/net/tun');

const SITE = '203.0.113.10';
const OWN = '203.0.113.1';

/** Serves at an address outside, at one of the machine and at its loopback address; ends with its input. */
const SERVER = `
const { createServer } = require('http');
const listen = (host) => new Promise((r) => createServer((q, s) => s.end(host + q.url)).listen(8080, host, r));
Promise.all(['${SITE}', '${OWN}', '127.0.0.1'].map(listen)).then(() => console.log('ready'));
process.stdin.resume().on('end', () => process.exit());`;

/** A network that stands for that of the machine and what is outside: the words that run a command in it. */
async function makeOutside(): Promise<readonly string[]> {
  const commands = [
    'ip link set lo up && ip link add out0 type veth peer name out1 && ip link set out1 up && ip link set out0 up',
    `ip addr add ${OWN}/24 dev out0 && ip addr add ${SITE}/24 dev out0 && ip route add default via 203.0.113.254`,
    'exec "$0" -e "$1"',
  ];
  const words = ['--net', 'sh', '-c', commands.join(' && '), process.execPath, SERVER];
  const child = spawn('unshare', words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.stdin.end();
    await exited;
  });
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`the network outside was not made: ${code}`)));
  });
  return ['nsenter', '-t', String(child.pid), '-n'];
}

/** The name servers of that network: they know the site. */
async function makeNames() {
  const zone = new DnsZone({ ingressAddress: SITE });
  zone.setIngress('default/site', {
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'site', namespace: 'default' } },
    spec: { rules: [{ host: 'site.test' }] },
  });
  const server = await startDnsServer({ zone, listen: [{ address: '127.0.0.1', port: 0 }], clock: systemClock });
  onTestFinished(() => server.close());
  return createDnsForwarder({ servers: server.addresses, clock: systemClock, random: systemRandom });
}

/** What a pod finds at these URLs. */
async function fetchInPod({ client }: PrivateNode, name: string, urls: Readonly<Record<string, string>>) {
  const program = `
const shown = (url) => fetch(url, { signal: AbortSignal.timeout(5000) }).then((r) => r.text(), () => 'failed');
Promise.all(Object.entries(${JSON.stringify(urls)}).map(async ([key, url]) => [key, await shown(url)]))
  .then((found) => require('fs').writeFileSync('/dev/termination-log', JSON.stringify(Object.fromEntries(found))));`;
  const pods = client.resource(core.v1.pods, 'default');
  await pods.create({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
    spec: {
      ...{ restartPolicy: 'Never', terminationGracePeriodSeconds: 1 },
      containers: [
        { name: 'main', image: NODE_IMAGE, imagePullPolicy: 'IfNotPresent', command: ['node', '-e', program] },
      ],
    },
  });
  const message = await eventually(
    async () => (await pods.get(name)).status?.containerStatuses?.[0]?.state?.terminated?.message,
    { until: (found) => found !== undefined },
  );
  return JSON.parse(message ?? '');
}

describe.skipIf(missing !== undefined)(
  `pods with an uplink${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    test('reach outside by name, and not the machine; the program is started again and found again', async (context) => {
      const outside = await makeOutside();
      const machine = {
        ...{ nodePath: process.execPath, nodeVersion: process.version, directories: PROGRAM_DIRECTORIES },
      };
      const node = await startPrivateNode({
        addImages: (store) => makeNodeImage(store, machine),
        egress: 'pasta',
        names: await makeNames(),
      });
      onTestFinished(() => node.close());
      const { anchor } = node;
      const choice = await chooseUplink({
        ...{ directory: join(node.directory, 'trials'), programDirectories: PROGRAM_DIRECTORIES },
        ...{ clock: systemClock, logger, outside },
      });
      if (choice.kind !== 'works') {
        context.skip(`not allowed here: ${JSON.stringify(choice)}`);
        return;
      }
      const destinations = new Destinations({ clusterRanges: ['10.244.0.0/16'], ownAddresses: () => [OWN] });
      const makeUplink = () =>
        new Uplink({
          ...{ program: choice.program, programs: node.programs, anchor, outside, clock: systemClock, logger },
          ...{ errorFile: join(node.directory, 'uplink.err'), closed: () => destinations.closedRanges() },
        });
      const ended = new AbortController();
      const readDevice = () => runProgram([...anchor.enter, node.programs.ip, '-o', 'link', 'show', 'egress0']);
      await makeUplink().ensure();
      const running = makeUplink().run(ended.signal);
      onTestFinished(async () => {
        ended.abort();
        await running;
      });
      const first = await fetchInPod(node, 'first', {
        name: 'http://site.test:8080/name',
        address: `http://${SITE}:8080/address`,
        machine: `http://${OWN}:8080/`,
        gateway: 'http://198.51.100.1:8080/',
        pods: 'http://10.244.200.1:8080/',
      });
      expect(first).toEqual({
        ...{ name: `${SITE}/name`, address: `${SITE}/address` },
        ...{ machine: 'failed', gateway: 'failed', pods: 'failed' },
      });
      const device = await readDevice();
      await makeUplink().ensure();
      expect(await readDevice()).toBe(device);
      await removeUplink(anchor, node.programs);
      const readRoute = () => runProgram([...anchor.enter, node.programs.ip, 'route', 'show', 'default']);
      await eventually(readRoute, { until: (found) => found.includes('egress0') });
      const again = await fetchInPod(node, 'second', { name: 'http://site.test:8080/again' });
      expect(again).toEqual({ name: `${SITE}/again` });
      ended.abort();
      await running;
      await removeUplink(anchor, node.programs);
      await expect(readDevice()).rejects.toThrow('does not exist');
    });
  },
);
