import type { Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import type { Endpoint, EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Ingress } from '@kubemin/kubeapi/types/networking.v1';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RECORD_TYPE } from './dns-message.ts';
import { DnsZone, type DnsZoneOptions } from './dns-zone.ts';

function makeZone(more: DnsZoneOptions = {}): DnsZone {
  return new DnsZone({ reverseRanges: ['10.96.0.0/16', '10.244.0.0/24'], ...more });
}

function makeService(name: string, spec: Service['spec']): Service {
  return { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'shop', name }, spec: { ...spec } };
}

function makeSlice(service: string, endpoints: readonly Endpoint[], ports: EndpointSlice['ports'] = []): EndpointSlice {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    addressType: 'IPv4',
    metadata: { namespace: 'shop', name: `${service}-1`, labels: { 'kubernetes.io/service-name': service } },
    endpoints,
    ports,
  };
}

function makePod(name: string, podIP: string, more: Partial<Pod> = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name },
    status: { podIP, phase: 'Running' },
    ...more,
  };
}

function makeIngress(hosts: readonly string[], ip?: string): Ingress {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { namespace: 'shop', name: 'web' },
    spec: { rules: hosts.map((host) => ({ host })) },
    ...(ip === undefined ? {} : { status: { loadBalancer: { ingress: [{ ip }] } } }),
  };
}

/** `NXDOMAIN`, `outside`, or what each answer has, one line each. */
function ask(zone: DnsZone, name: string, type: keyof typeof RECORD_TYPE = 'A', turn = 0): unknown {
  const answer = zone.lookup(name, RECORD_TYPE[type], turn);
  if (answer === undefined) return 'outside';
  if (answer.rcode !== 0) return 'NXDOMAIN';
  return answer.answers.map((record) => {
    if (record.type === 'A') return record.address;
    if (record.type === 'SRV') return `${record.priority} ${record.weight} ${record.port} ${record.target}`;
    return 'target' in record ? `${record.type} ${record.target}` : record.type;
  });
}

describe('services', () => {
  const ports = [{ name: 'http', port: 80 }, { name: 'dns', port: 53, protocol: 'UDP' }, { port: 9 }];
  const zone = makeZone();
  zone.setService('shop/web', makeService('web', { clusterIP: '10.96.0.5', ports }));

  test('have the address of the cluster, whatever the case of the question, which the answer keeps', () => {
    expect(ask(zone, 'web.shop.svc.cluster.local')).toEqual(['10.96.0.5']);
    expect(zone.lookup('wEb.Shop.svC.cluster.LOCAL', RECORD_TYPE.A)?.answers).toEqual([
      { type: 'A', name: 'wEb.Shop.svC.cluster.LOCAL', ttl: 5, address: '10.96.0.5' },
    ]);
  });

  test('have SRV records for named ports, with the address', () => {
    const answer = zone.lookup('_http._tcp.web.shop.svc.cluster.local', RECORD_TYPE.SRV);
    expect(answer).toMatchObject({
      answers: [{ type: 'SRV', priority: 0, weight: 100, port: 80, target: 'web.shop.svc.cluster.local' }],
      additionals: [{ type: 'A', name: 'web.shop.svc.cluster.local', address: '10.96.0.5' }],
    });
    expect(ask(zone, '_dns._udp.web.shop.svc.cluster.local', 'SRV')).toEqual(['0 100 53 web.shop.svc.cluster.local']);
    expect(ask(zone, '_dns._tcp.web.shop.svc.cluster.local', 'SRV')).toBe('NXDOMAIN');
  });

  test('are found by their address', () => {
    expect(ask(zone, '5.0.96.10.in-addr.arpa', 'PTR')).toEqual(['PTR web.shop.svc.cluster.local']);
    expect(ask(zone, '6.0.96.10.in-addr.arpa', 'PTR')).toBe('NXDOMAIN');
    expect(ask(zone, '8.8.8.8.in-addr.arpa', 'PTR')).toBe('outside');
  });

  test('have no IPv6 address, which is not the same as no name', () => {
    expect(zone.lookup('web.shop.svc.cluster.local', RECORD_TYPE.AAAA)).toMatchObject({
      rcode: 0,
      answers: [],
      authorities: [{ type: 'SOA', name: 'cluster.local', minimum: 5 }],
    });
  });

  test('names between a service and the domain exist, others do not', () => {
    for (const name of [
      'shop.svc.cluster.local',
      'svc.cluster.local',
      'cluster.local',
      '_tcp.web.shop.svc.cluster.local',
    ]) {
      expect(ask(zone, name)).toEqual([]);
    }
    for (const name of [
      'other.svc.cluster.local',
      'api.shop.svc.cluster.local',
      'www.example.org.shop.svc.cluster.local',
    ]) {
      expect(ask(zone, name)).toBe('NXDOMAIN');
    }
    expect(ask(zone, 'www.example.org')).toBe('outside');
    expect(ask(zone, 'mycluster.local')).toBe('outside');
  });

  test('the domain has its SOA, name server and version of the schema', () => {
    const own = makeZone({ serverAddress: '10.96.0.10' });
    expect(ask(own, 'cluster.local', 'SOA')).toEqual(['SOA']);
    expect(ask(own, 'cluster.local', 'NS')).toEqual(['NS ns.dns.cluster.local']);
    expect(ask(own, 'ns.dns.cluster.local')).toEqual(['10.96.0.10']);
    expect(ask(own, 'dns-version.cluster.local', 'TXT')).toEqual(['OTHER']);
  });
});

describe('headless services', () => {
  const ready = (address: string, hostname?: string): Endpoint => ({
    addresses: [address],
    conditions: { ready: true },
    ...(hostname === undefined ? {} : { hostname }),
  });
  const notReady: Endpoint = { addresses: ['10.244.0.9'], conditions: { ready: false } };
  const slice = makeSlice(
    'web',
    [ready('10.244.0.2', 'web-0'), ready('10.244.0.3'), notReady],
    [{ name: 'http', port: 8080 }],
  );

  test('have the addresses of all ready endpoints, in turn', () => {
    const zone = makeZone();
    zone.setService('shop/web', makeService('web', { clusterIP: 'None' }));
    expect(ask(zone, 'web.shop.svc.cluster.local')).toEqual([]);
    zone.setEndpointSlice('shop/web-1', slice);
    expect(ask(zone, 'web.shop.svc.cluster.local')).toEqual(['10.244.0.2', '10.244.0.3']);
    expect(ask(zone, 'web.shop.svc.cluster.local', 'A', 1)).toEqual(['10.244.0.3', '10.244.0.2']);
  });

  test('have endpoints that are not ready with publishNotReadyAddresses', () => {
    const zone = makeZone();
    zone.setEndpointSlice('shop/web-1', slice);
    zone.setService('shop/web', makeService('web', { clusterIP: 'None', publishNotReadyAddresses: true }));
    expect(ask(zone, 'web.shop.svc.cluster.local')).toEqual(['10.244.0.2', '10.244.0.3', '10.244.0.9']);
  });

  test('give pods names, back from their address too, and SRV records for each', () => {
    const zone = makeZone();
    zone.setPod('shop/web-0', makePod('web-0', '10.244.0.2'));
    zone.setService('shop/web', makeService('web', { clusterIP: 'None' }));
    zone.setEndpointSlice('shop/web-1', slice);
    expect(ask(zone, 'web-0.web.shop.svc.cluster.local')).toEqual(['10.244.0.2']);
    expect(ask(zone, '10-244-0-3.web.shop.svc.cluster.local')).toEqual(['10.244.0.3']);
    expect(ask(zone, '10-244-0-2.web.shop.svc.cluster.local')).toBe('NXDOMAIN');
    expect(ask(zone, '2.0.244.10.in-addr.arpa', 'PTR')).toEqual(['PTR web-0.web.shop.svc.cluster.local']);
    expect(ask(zone, '_http._tcp.web.shop.svc.cluster.local', 'SRV')).toEqual([
      '0 50 8080 10-244-0-3.web.shop.svc.cluster.local',
      '0 50 8080 web-0.web.shop.svc.cluster.local',
    ]);
    expect(zone.lookup('_http._tcp.web.shop.svc.cluster.local', RECORD_TYPE.SRV)?.additionals).toHaveLength(2);
    zone.setEndpointSlice('shop/web-1', undefined);
    expect(ask(zone, 'web-0.web.shop.svc.cluster.local')).toBe('NXDOMAIN');
    expect(ask(zone, '2.0.244.10.in-addr.arpa', 'PTR')).toEqual(['PTR 10-244-0-2.shop.pod.cluster.local']);
  });
});

describe('other objects', () => {
  test('pods have a name by their address while they run', () => {
    const zone = makeZone();
    zone.setPod('shop/a', makePod('a', '10.244.0.7'));
    expect(ask(zone, '10-244-0-7.shop.pod.cluster.local')).toEqual(['10.244.0.7']);
    expect(ask(zone, '10-244-0-7.other.pod.cluster.local')).toBe('NXDOMAIN');
    expect(ask(zone, '7.0.244.10.in-addr.arpa', 'PTR')).toEqual(['PTR 10-244-0-7.shop.pod.cluster.local']);
    zone.setPod('shop/a', makePod('a', '10.244.0.7', { status: { podIP: '10.244.0.7', phase: 'Succeeded' } }));
    expect(ask(zone, '10-244-0-7.shop.pod.cluster.local')).toBe('NXDOMAIN');
  });

  test('ExternalName services are aliases, followed within the cluster', () => {
    const zone = makeZone();
    zone.setService('shop/out', makeService('out', { type: 'ExternalName', externalName: 'db.example.org' }));
    expect(zone.lookup('out.shop.svc.cluster.local', RECORD_TYPE.A)).toMatchObject({
      rcode: 0,
      answers: [{ type: 'CNAME', target: 'db.example.org' }],
      alias: 'db.example.org',
    });
    zone.setService(
      'shop/in',
      makeService('in', { type: 'ExternalName', externalName: 'web.shop.svc.cluster.local.' }),
    );
    expect(ask(zone, 'in.shop.svc.cluster.local')).toBe('NXDOMAIN');
    zone.setService('shop/web', makeService('web', { clusterIP: '10.96.0.5' }));
    expect(ask(zone, 'in.shop.svc.cluster.local')).toEqual(['CNAME web.shop.svc.cluster.local', '10.96.0.5']);
  });

  test('aliases in a circle end', () => {
    const zone = makeZone();
    const alias = (to: string): Service['spec'] => ({
      type: 'ExternalName',
      externalName: `${to}.shop.svc.cluster.local`,
    });
    zone.setService('shop/a', makeService('a', alias('b')));
    zone.setService('shop/b', makeService('b', alias('a')));
    expect(zone.lookup('a.shop.svc.cluster.local', RECORD_TYPE.A)?.answers.length).toBeLessThan(12);
  });

  test('ingress hosts lead to the ingress, wildcards for one label', () => {
    const zone = makeZone({ ingressAddress: '10.96.0.80' });
    zone.setIngress('shop/web', makeIngress(['shop.example.org', '*.apps.example.org']));
    expect(ask(zone, 'Shop.example.org')).toEqual(['10.96.0.80']);
    expect(ask(zone, 'one.apps.example.org')).toEqual(['10.96.0.80']);
    expect(ask(zone, 'two.one.apps.example.org')).toBe('outside');
    expect(ask(zone, 'shop.example.org', 'AAAA')).toEqual([]);
    zone.setIngress('shop/web', makeIngress(['shop.example.org'], '192.0.2.9'));
    expect(ask(zone, 'shop.example.org')).toEqual(['192.0.2.9']);
    expect(ask(zone, 'one.apps.example.org')).toBe('outside');
    zone.setIngress('shop/web', undefined);
    expect(ask(zone, 'shop.example.org')).toBe('outside');
  });

  test('an Ingress cannot take over names of the cluster', () => {
    const zone = makeZone({ ingressAddress: '10.96.0.80' });
    zone.setIngress(
      'shop/evil',
      makeIngress(['web.shop.svc.cluster.local', '*.shop.svc.cluster.local', '5.0.96.10.in-addr.arpa']),
    );
    expect(ask(zone, 'web.shop.svc.cluster.local')).toBe('NXDOMAIN');
    expect(ask(zone, '5.0.96.10.in-addr.arpa', 'PTR')).toBe('NXDOMAIN');
  });
});

describe('whatever the order of changes', () => {
  const ips = fc.integer({ min: 1, max: 5 });
  const change = fc.oneof(
    fc.record({
      kind: fc.constant('service' as const),
      name: fc.constantFrom('a', 'b'),
      form: fc.constantFrom('none', 'cluster', 'headless', 'external'),
    }),
    fc.record({
      kind: fc.constant('slice' as const),
      name: fc.constantFrom('s1', 's2'),
      service: fc.constantFrom(undefined, 'a', 'b'),
      ips: fc.uniqueArray(ips, { maxLength: 3 }),
      hostname: fc.constantFrom(undefined, 'h'),
    }),
    fc.record({ kind: fc.constant('pod' as const), name: fc.constantFrom('p', 'q'), ip: fc.option(ips) }),
  );
  type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

  function carryOut(zone: DnsZone, drawn: Change): void {
    if (drawn.kind === 'pod') {
      zone.setPod(drawn.name, drawn.ip === null ? undefined : makePod(drawn.name, `10.244.0.${drawn.ip}`));
    } else if (drawn.kind === 'slice') {
      const { service, hostname } = drawn;
      const endpoints = drawn.ips.map((ip) => ({
        addresses: [`10.244.0.${ip}`],
        ...(hostname === undefined ? {} : { hostname }),
      }));
      const slice = service && makeSlice(service, endpoints, [{ name: 'http', port: 80 }]);
      zone.setEndpointSlice(drawn.name, slice || undefined);
    } else {
      const specs: Readonly<Record<string, Service['spec']>> = {
        cluster: { clusterIP: '10.96.0.5', ports: [{ name: 'http', port: 80 }] },
        headless: { clusterIP: 'None' },
        external: { type: 'ExternalName', externalName: 'b.shop.svc.cluster.local' },
      };
      const spec = specs[drawn.form];
      zone.setService(`shop/${drawn.name}`, spec && makeService(drawn.name, spec));
    }
  }

  const NAMES = ['a', 'b', 'h.a', 'h.b', '10-244-0-1.a', '_http._tcp.a', '_tcp.b', ''].map((host) =>
    `${host}.shop.svc.cluster.local`.replace(/^\./, ''),
  );
  const questions = [
    ...NAMES,
    ...[1, 2, 3].flatMap((n) => [`${n}.0.244.10.in-addr.arpa`, `10-244-0-${n}.shop.pod.cluster.local`]),
    '5.0.96.10.in-addr.arpa',
    'shop.pod.cluster.local',
  ];
  const everything = (zone: DnsZone): unknown =>
    questions.map((name) => {
      const list = ask(zone, name, 'ANY');
      return [name, Array.isArray(list) ? list.sort() : list];
    });

  test('the zone is the one that the last state of each object gives', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
        const [incremental, direct] = [makeZone(), makeZone()];
        for (const one of changes) carryOut(incremental, one);
        const last = new Map(changes.map((one) => [`${one.kind} ${one.name}`, one]));
        for (const one of last.values()) carryOut(direct, one);
        expect(everything(incremental)).toEqual(everything(direct));
      }),
    );
  });
});
