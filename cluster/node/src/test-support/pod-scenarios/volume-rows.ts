import type { PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { field } from './configuration-rows.ts';
import {
  creating,
  type ExpectedPod,
  FOREVER,
  inShared,
  once,
  type PodScenario,
  SETTINGS,
  shared,
  shell,
  succeeds,
} from './scenario.ts';

type Volume = NonNullable<PodSpec['volumes']>[number];
const withVolume = (volume: Omit<Volume, 'name'>, script: string, mount: object = {}): Partial<PodSpec> =>
  once(shell(script, { volumeMounts: [{ name: 'data', mountPath: '/data', ...mount }] }), {
    volumes: [{ name: 'data', ...volume }],
  });
const unmounted = (message: string): ExpectedPod => ({
  ...{ phase: 'Pending', containers: creating, events: ['FailedMount'], noEvents: ['Created'] },
  eventMessages: [message],
});
const { configMap, secret } = SETTINGS;

export const VOLUMES: readonly PodScenario[] = [
  {
    name: 'empty-dir-shared',
    spec: {
      ...once(shell(''), shared),
      containers: [
        shell('echo hello >/shared/file', { name: 'writer', ...inShared }),
        shell('while [ ! -s /shared/file ]; do sleep 0.05; done', inShared),
      ],
    },
    expected: { phase: 'Succeeded', containers: { main: 'terminated Completed 0', writer: 'terminated Completed 0' } },
  },
  {
    name: 'empty-dir-in-memory',
    short: true,
    spec: withVolume(
      { emptyDir: { medium: 'Memory', sizeLimit: '64Ki' } },
      'while read -r type path _; do [ "$type $path" = "tmpfs /data" ] && found=1; done </proc/mounts; head -c 200000 /dev/zero >/data/file && exit 1; [ "$found" ]',
    ),
    expected: succeeds,
  },
  {
    name: 'empty-dir-over-limit',
    spec: {
      ...withVolume({ emptyDir: { sizeLimit: '64Ki' } }, `head -c 200000 /dev/zero >/data/file; ${FOREVER}`),
      restartPolicy: 'Always',
    },
    expected: {
      ...{ phase: 'Failed', reason: 'Evicted', events: ['Evicted', 'Killing'] },
      message: 'Usage of EmptyDir volume "data" exceeds the limit "64Ki". ',
      conditions: { DisruptionTarget: 'True TerminationByKubelet' },
      containers: { main: 'terminated Completed 0' },
    },
  },
  {
    name: 'config-map-volume',
    short: true,
    spec: withVolume(
      { configMap: { name: configMap, items: [{ key: 'colour', path: 'deep/colour', mode: 0o400 }] } },
      '[ "$(cat /data/deep/colour)" = red ] && ! (: >/data/new) 2>/dev/null',
    ),
    expected: succeeds,
  },
  {
    name: 'config-map-volume-missing',
    short: true,
    spec: withVolume({ configMap: { name: 'absent' } }, 'exit 0'),
    expected: unmounted('MountVolume.SetUp failed for volume "data" : configmap "absent" not found'),
  },
  {
    name: 'config-map-key-missing',
    spec: withVolume({ configMap: { name: configMap, items: [{ key: 'absent', path: 'a' }] } }, 'exit 0'),
    expected: unmounted('configmap references non-existent config key: absent'),
  },
  {
    name: 'config-map-volume-optional',
    spec: withVolume({ configMap: { name: 'absent', optional: true } }, '[ -d /data ]'),
    expected: succeeds,
  },
  {
    name: 'secret-volume',
    spec: withVolume({ secret: { secretName: secret } }, '[ "$(cat /data/password)" = s3cret ]'),
    expected: succeeds,
  },
  {
    name: 'secret-volume-missing',
    spec: withVolume({ secret: { secretName: 'absent' } }, 'exit 0'),
    expected: unmounted('MountVolume.SetUp failed for volume "data" : secret "absent" not found'),
  },
  {
    name: 'projected-volume',
    metadata: { labels: { tier: 'front' } },
    spec: withVolume(
      {
        projected: {
          sources: [
            { configMap: { name: configMap } },
            { secret: { name: secret, items: [{ key: 'password', path: 'deep/password' }] } },
            {
              downwardAPI: {
                items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }],
              },
            },
            { serviceAccountToken: { path: 'token', audience: 'vault' } },
          ],
        },
      },
      '[ "$(cat /data/colour) $(cat /data/deep/password) $(cat /data/labels)" = "red s3cret tier=\\"front\\"" ] && [ -s /data/token ]',
    ),
    expected: succeeds,
  },
  {
    name: 'downward-volume',
    metadata: { annotations: { note: 'a note' } },
    spec: withVolume(
      {
        downwardAPI: {
          items: [
            { path: 'name', fieldRef: { fieldPath: 'metadata.name' } },
            { path: 'note', fieldRef: { fieldPath: "metadata.annotations['note']" } },
            { path: 'cpu', resourceFieldRef: { containerName: 'main', resource: 'requests.cpu' } },
          ],
        },
      },
      '[ "$(cat /data/name) $(cat /data/note)" = "downward-volume a note" ] && [ -e /data/cpu ]',
    ),
    expected: succeeds,
  },
  {
    name: 'service-account',
    spec: once(
      shell('cd /var/run/secrets/kubernetes.io/serviceaccount && [ "$(cat namespace)" = default ] && [ -s token ]'),
    ),
    expected: succeeds,
  },
  {
    name: 'sub-path',
    spec: withVolume({ configMap: { name: configMap } }, '[ "$(cat /etc/colour.conf)" = red ]', {
      mountPath: '/etc/colour.conf',
      subPath: 'colour',
    }),
    expected: succeeds,
  },
  {
    name: 'sub-path-with-variable',
    spec: {
      ...once(
        shell('echo x >/data/file; [ "$(cat /all/sub-path-with-variable/file)" = x ]', {
          env: [field('NAME', 'metadata.name')],
          volumeMounts: [
            { name: 'shared', mountPath: '/data', subPathExpr: '$(NAME)' },
            { name: 'shared', mountPath: '/all' },
          ],
        }),
        shared,
      ),
    },
    expected: succeeds,
  },
  {
    name: 'read-only-mount',
    spec: withVolume({ emptyDir: {} }, '(: >/data/file) 2>/dev/null && exit 0; exit 42', { readOnly: true }),
    expected: { phase: 'Failed', containers: { main: 'terminated Error 42' } },
  },
  {
    name: 'host-path-file',
    spec: withVolume({ hostPath: { path: process.execPath, type: 'File' } }, '[ -s /data ]'),
    expected: succeeds,
  },
  {
    name: 'host-path-of-other-type',
    short: true,
    spec: withVolume({ hostPath: { path: process.execPath, type: 'Directory' } }, 'exit 0'),
    expected: unmounted(`hostPath type check failed: ${process.execPath} is not a directory`),
  },
  {
    name: 'host-path-missing',
    spec: withVolume({ hostPath: { path: '/no/such/directory', type: 'Directory' } }, 'exit 0'),
    expected: unmounted('hostPath type check failed: /no/such/directory is not a directory'),
  },
  {
    name: 'volume-of-unknown-type',
    spec: withVolume({ iscsi: { targetPortal: '127.0.0.1', iqn: 'iqn.2001-04.com.example:disk', lun: 0 } }, 'exit 0'),
    expected: unmounted('type iscsi is not supported on this node'),
  },
  {
    name: 'mount-at-protected-path',
    spec: withVolume({ emptyDir: {} }, 'exit 0', { mountPath: '/proc/sys' }),
    expected: {
      ...{ phase: 'Pending', events: ['Failed'] },
      containers: { main: { state: 'waiting CreateContainerError', message: 'this path cannot be replaced' } },
    },
  },
  {
    name: 'groups-of-volumes',
    spec: { ...withVolume({ emptyDir: {} }, ': >/data/file'), securityContext: { fsGroup: 2000 } },
    expected: succeeds,
  },
];
