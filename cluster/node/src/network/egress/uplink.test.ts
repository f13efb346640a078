import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, systemRandom } from '@kubemin/base';
import { temporaryDirectory } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDnsForwarder, ForwardError } from '../dns/dns-forwarder.ts';
import { startDnsServer } from '../dns/dns-server.ts';
import { DnsZone } from '../dns/dns-zone.ts';
import { findUplinkProgram } from './choose-uplink.ts';
import { Destinations } from './destinations.ts';
import { relayedForwarder, serveForwarder } from './dns-relay.ts';
import { uplinkRuleset, uplinkWords } from './uplink.ts';

async function directory(...programs: readonly string[]): Promise<string> {
  const made = await temporaryDirectory();
  onTestFinished(() => made.remove());
  for (const name of programs) await writeFile(join(made.path, name), '#!/bin/sh\n', { mode: 0o755 });
  return made.path;
}

describe('the program of an uplink', () => {
  test.each([
    [['pasta', 'slirp4netns', 'nft'], { kind: 'works', program: { name: 'pasta' } }],
    [['slirp4netns', 'nft'], { kind: 'works', program: { name: 'slirp4netns' } }],
    [['pasta'], { kind: 'missing', programs: ['nft'] }],
    [['nft'], { kind: 'missing', programs: ['pasta'] }],
    [[], { kind: 'missing', programs: ['pasta', 'nft'] }],
  ])('with %j installed', async (programs, expected) => {
    expect(await findUplinkProgram([await directory(...programs)])).toMatchObject(expected);
  });

  test('pasta forwards no ports and does not lead to loopback addresses', () => {
    const words = uplinkWords({ name: 'pasta', path: '/usr/bin/pasta', nft: '/usr/sbin/nft' }).join(' ');
    expect(words).toMatch(/^\/usr\/bin\/pasta --foreground .*--runas 0 --netns-only --ipv4-only --no-map-gw /);
    expect(words).toContain('-t none -u none -T none -U none -D none');
    expect(words).toMatch(/-I egress0 .*--netns \/proc\/self\/fd\/9$/);
  });

  test('slirp4netns leads to no loopback addresses and name servers', () => {
    expect(uplinkWords({ name: 'slirp4netns', path: '/bin/slirp4netns', nft: '/usr/sbin/nft' })).toEqual([
      ...['/bin/slirp4netns', '--disable-host-loopback', '--disable-dns', '--enable-sandbox', '--enable-seccomp'],
      ...['--cidr=198.51.100.0/24', '--netns-type=path', '/proc/self/fd/9', 'egress0'],
    ]);
  });
});

test('rules of an uplink close what the proxy refuses, new connections from outside, and the range of the uplink', () => {
  const rules = { clusterRanges: ['10.96.0.0/16'], ownAddresses: () => ['192.0.2.7', 'fe80::1'] };
  const ruleset = uplinkRuleset(new Destinations(rules).closedRanges());
  const [, closed = ''] = /elements = \{ ([^}]*) \}/.exec(ruleset) ?? [];
  expect(closed.split(', ')).toEqual([
    ...['198.51.100.0/24', '127.0.0.0/8', '169.254.0.0/16', '0.0.0.0/8', '224.0.0.0/4', '240.0.0.0/4'],
    ...['10.96.0.0/16', '192.0.2.7'],
  ]);
  for (const hook of ['input', 'forward']) {
    expect(ruleset).toMatch(new RegExp(`hook ${hook} .*iifname "egress0" ct state != { established, related } drop`));
  }
  for (const hook of ['output', 'forward']) {
    expect(ruleset).toMatch(new RegExp(`hook ${hook} .*oifname "egress0" ip daddr @closed reject`));
  }
});

describe('names through a socket', () => {
  /** A query for the A records of a name. */
  const query = (name: string): Buffer =>
    Buffer.concat([
      Buffer.from([0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
      ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
      Buffer.from([0, 0, 1, 0, 1]),
    ]);

  test.each(['udp', 'tcp'] as const)('are found by the servers behind it over %s', async (transport) => {
    const zone = new DnsZone();
    const server = await startDnsServer({ zone, listen: [{ address: '127.0.0.1', port: 0 }], clock: systemClock });
    onTestFinished(() => server.close());
    const path = join(await directory(), 'names.sock');
    const forwarder = createDnsForwarder({ servers: server.addresses, clock: systemClock, random: systemRandom });
    const relay = await serveForwarder(path, forwarder);
    onTestFinished(async () => relay[Symbol.asyncDispose]());
    const response = await relayedForwarder(path, systemClock).forward(query('a.cluster.local'), transport);
    expect(response.readUInt16BE(0)).toBe(0x1234);
    // NXDOMAIN: the zone has no such name.
    expect((response[3] ?? 0) & 15).toBe(3);
  });

  test('fail where the servers do, and where there is no socket', async () => {
    const path = join(await directory(), 'names.sock');
    await expect(relayedForwarder(path, systemClock).forward(query('a.test'), 'udp')).rejects.toThrow(ForwardError);
    const relay = await serveForwarder(path, { forward: () => Promise.reject(new ForwardError('none')) });
    onTestFinished(async () => relay[Symbol.asyncDispose]());
    await expect(relayedForwarder(path, systemClock).forward(query('a.test'), 'udp')).rejects.toThrow(ForwardError);
  });
});
