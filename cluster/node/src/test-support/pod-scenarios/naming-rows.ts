import { field } from './configuration-rows.ts';
import { creating, once, type PodScenario, SETTINGS, shell, succeeds } from './scenario.ts';

/** Succeeds when a file has this line, with single blanks between its words. */
const hasLine = (file: string, line: string): string =>
  `found=; while read -r line; do set -f; set -- $line; [ "$*" = "${line}" ] && found=1; done <${file}; [ "$found" ]`;
const hasNoLine = (file: string, line: string): string => `! { ${hasLine(file, line)}; }`;
const RESOLV = '/etc/resolv.conf';
const HOSTS = '/etc/hosts';

/** How pods are called, and how they find others. */
export const NAMES: readonly PodScenario[] = [
  {
    name: 'host-name-of-pod',
    spec: once(shell('[ "$(hostname) $HOSTNAME" = "host-name-of-pod host-name-of-pod" ]')),
    expected: succeeds,
  },
  {
    name: 'subdomain',
    short: true,
    spec: once(
      shell(
        `[ "$(hostname)" = web ] && while read -r _ names; do set -- $names; [ "$*" = "web.shop.default.svc.cluster.local web" ] && exit 0; done <${HOSTS}; exit 1`,
      ),
      { hostname: 'web', subdomain: 'shop' },
    ),
    expected: succeeds,
  },
  {
    name: 'host-name-as-fqdn',
    short: true,
    spec: once(
      shell(
        '[ "$(hostname) $(cat /etc/hostname)" = "web.shop.default.svc.cluster.local web.shop.default.svc.cluster.local" ]',
      ),
      {
        ...{ hostname: 'web', subdomain: 'shop', setHostnameAsFQDN: true },
      },
    ),
    expected: succeeds,
  },
  {
    name: 'host-name-as-fqdn-too-long',
    spec: once(shell('exit 0'), { hostname: 'w'.repeat(40), subdomain: 'shop', setHostnameAsFQDN: true }),
    expected: {
      ...{ phase: 'Pending', containers: creating, events: ['FailedCreatePodSandBox'] },
      eventMessages: ['is too long (64 characters is the max'],
    },
  },
  {
    name: 'host-name-overridden',
    spec: once(shell('[ "$(hostname)" = db.example.com ]'), { hostnameOverride: 'db.example.com' }),
    expected: succeeds,
  },
  {
    name: 'host-aliases-are-added',
    spec: once(shell(`${hasLine(HOSTS, '127.0.0.1 localhost')} && ${hasLine(HOSTS, '10.1.2.3 db')}`), {
      hostAliases: [{ ip: '10.1.2.3', hostnames: ['db'] }],
    }),
    expected: succeeds,
  },
  {
    name: 'hosts-of-the-pod-itself',
    spec: once(
      shell(`[ "$(cat ${HOSTS})" = red ]`, { volumeMounts: [{ name: 'own', mountPath: HOSTS, subPath: 'colour' }] }),
      { volumes: [{ name: 'own', configMap: { name: SETTINGS.configMap } }] },
    ),
    expected: succeeds,
  },
  {
    name: 'network-of-the-node',
    short: true,
    spec: once(
      shell(
        `[ "$(hostname) $ADDRESS" = "machine $HOST" ] && [ ! -e /sys/class/net/eth0/address ] && ${hasLine(HOSTS, '# Kubernetes-managed hosts file (host network).')}`,
        { env: [field('ADDRESS', 'status.podIP'), field('HOST', 'status.hostIP')] },
      ),
      { hostNetwork: true },
    ),
    expected: succeeds,
  },
  {
    name: 'names-first-of-the-cluster',
    short: true,
    spec: once(shell(`${hasLine(RESOLV, 'nameserver 10.96.0.10')} && ${hasLine(RESOLV, 'options ndots:5')}`)),
    expected: succeeds,
  },
  {
    name: 'names-of-the-machine',
    spec: once(shell(hasNoLine(RESOLV, 'nameserver 10.96.0.10')), { dnsPolicy: 'Default' }),
    expected: succeeds,
  },
  {
    name: 'names-of-the-machine-with-its-network',
    spec: once(shell(hasNoLine(RESOLV, 'nameserver 10.96.0.10')), { hostNetwork: true }),
    expected: succeeds,
  },
  {
    name: 'names-of-the-cluster-with-the-network-of-the-node',
    spec: once(shell(hasLine(RESOLV, 'nameserver 10.96.0.10')), {
      ...{ hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' },
    }),
    expected: succeeds,
  },
  {
    name: 'names-by-own-servers',
    short: true,
    spec: once(
      shell(
        [
          hasLine(RESOLV, 'search example.com'),
          hasLine(RESOLV, 'nameserver 192.0.2.1'),
          hasLine(RESOLV, 'options ndots:2 rotate'),
          hasNoLine(RESOLV, 'nameserver 10.96.0.10'),
        ].join(' && '),
      ),
      {
        dnsPolicy: 'None',
        dnsConfig: {
          ...{ nameservers: ['192.0.2.1'], searches: ['example.com'] },
          options: [{ name: 'ndots', value: '2' }, { name: 'rotate' }],
        },
      },
    ),
    expected: succeeds,
  },
  {
    name: 'names-with-more-servers',
    spec: once(shell(`${hasLine(RESOLV, 'nameserver 10.96.0.10')} && ${hasLine(RESOLV, 'nameserver 192.0.2.1')}`), {
      dnsConfig: { nameservers: ['192.0.2.1'] },
    }),
    expected: succeeds,
  },
  {
    name: 'variables-of-services',
    short: true,
    spec: once(
      shell(
        '[ "$SHOP_SERVICE_HOST $SHOP_SERVICE_PORT $SHOP_SERVICE_PORT_WEB" = "10.96.7.7 80 80" ] && [ "$SHOP_PORT_80_TCP" = tcp://10.96.7.7:80 ]',
      ),
    ),
    expected: succeeds,
  },
  {
    name: 'variables-of-services-left-out',
    spec: once(shell('[ -z "$SHOP_SERVICE_HOST" ] && [ -n "$KUBERNETES_SERVICE_HOST" ]'), {
      enableServiceLinks: false,
    }),
    expected: succeeds,
  },
];
