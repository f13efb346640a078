import { always, forever, once, type PodScenario, SETTINGS, shell, succeeds } from './scenario.ts';

const key = (name: string, kind: 'configMapKeyRef' | 'secretKeyRef', object: string, optional = false) => ({
  env: [{ name: 'VALUE', valueFrom: { [kind]: { name: object, key: name, ...(optional && { optional }) } } }],
});
export const field = (name: string, fieldPath: string) => ({ name, valueFrom: { fieldRef: { fieldPath } } });
const resource = (name: string, of: string) => ({ name, valueFrom: { resourceFieldRef: { resource: of } } });

export const CONFIGURATION: readonly PodScenario[] = [
  {
    name: 'variable-of-missing-config-map',
    short: true,
    spec: always(forever(key('colour', 'configMapKeyRef', 'absent'))),
    expected: {
      ...{ phase: 'Pending', events: ['Pulled', 'Failed'], noEvents: ['Created'] },
      containers: { main: { state: 'waiting CreateContainerConfigError', message: 'configmap "absent" not found' } },
      eventMessages: ['Error: configmap "absent" not found'],
    },
  },
  {
    name: 'variable-of-missing-secret',
    spec: always(forever(key('password', 'secretKeyRef', 'absent'))),
    expected: {
      ...{ phase: 'Pending', eventMessages: ['Error: secret "absent" not found'] },
      containers: { main: 'waiting CreateContainerConfigError' },
    },
  },
  {
    name: 'variable-of-missing-key',
    spec: always(forever(key('absent', 'configMapKeyRef', SETTINGS.configMap))),
    expected: {
      phase: 'Pending',
      containers: {
        main: {
          state: 'waiting CreateContainerConfigError',
          message: "couldn't find key absent in ConfigMap default/settings",
        },
      },
    },
  },
  {
    name: 'variable-optional',
    spec: once(shell('[ -z "$VALUE" ]', key('colour', 'configMapKeyRef', 'absent', true))),
    expected: succeeds,
  },
  {
    name: 'variables-of-objects',
    short: true,
    spec: once(
      shell('[ "$MAP_colour $password $WORDS" = "red s3cret red-green" ]', {
        envFrom: [
          { prefix: 'MAP_', configMapRef: { name: SETTINGS.configMap } },
          { secretRef: { name: SETTINGS.secret } },
        ],
        env: [{ name: 'WORDS', value: '$(MAP_colour)-green' }],
      }),
    ),
    expected: succeeds,
  },
  {
    name: 'variables-of-pod',
    metadata: { labels: { tier: 'front' }, annotations: { note: 'a note' } },
    spec: once(
      shell(
        '[ "$NAME $NAMESPACE $TIER $NOTE $NODE" = "variables-of-pod default front a note machine" ] && [ -n "$ADDRESS$ID" ] && [ "$HOST" = 10.244.0.1 ]',
        {
          env: [
            field('NAME', 'metadata.name'),
            field('NAMESPACE', 'metadata.namespace'),
            field('TIER', "metadata.labels['tier']"),
            field('NOTE', "metadata.annotations['note']"),
            field('NODE', 'spec.nodeName'),
            field('ADDRESS', 'status.podIP'),
            field('ID', 'metadata.uid'),
            field('HOST', 'status.hostIP'),
          ],
        },
      ),
    ),
    expected: succeeds,
  },
  {
    name: 'variables-of-resources',
    spec: once(
      shell('[ "$CPU $MEMORY $ASKED" = "1 67108864 1" ]', {
        resources: { limits: { cpu: '500m', memory: '64Mi' }, requests: { cpu: '100m' } },
        env: [resource('CPU', 'limits.cpu'), resource('MEMORY', 'limits.memory'), resource('ASKED', 'requests.cpu')],
      }),
    ),
    expected: succeeds,
  },
  {
    name: 'arguments-with-variables',
    spec: once({
      ...shell('[ "$1" = "red one" ]'),
      command: ['sh', '-c', '[ "$1" = "red one" ]', 'sh'],
      args: ['$(COLOUR) one'],
      env: [{ name: 'COLOUR', value: 'red' }],
    }),
    expected: succeeds,
  },
  {
    name: 'host-name',
    spec: once(shell('[ "$(hostname) $(cat /etc/hostname) $HOSTNAME" = "chosen chosen chosen" ]'), {
      hostname: 'chosen',
    }),
    expected: succeeds,
  },
  {
    name: 'host-aliases',
    spec: once(
      shell(
        'while read -r ip one two; do [ "$ip $one $two" = "10.1.2.3 db cache" ] && exit 0; done </etc/hosts; exit 1',
      ),
      {
        hostAliases: [{ ip: '10.1.2.3', hostnames: ['db', 'cache'] }],
      },
    ),
    expected: succeeds,
  },
  {
    name: 'host-network',
    spec: { ...always(forever()), hostNetwork: true },
    expected: { phase: 'Running', containers: { main: 'running' } },
  },
];
