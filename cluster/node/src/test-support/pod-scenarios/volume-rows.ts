import type { PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { field } from './configuration-rows.ts';
import {
  creating,
  type ExpectedPod,
  FOREVER,
  IMAGES,
  inShared,
  once,
  type PodScenario,
  refused,
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
  {
    name: 'groups-of-volumes-set',
    needs: 'capabilities',
    spec: {
      ...withVolume(
        { emptyDir: {} },
        'set -- $(ls -nd /data); [ "$4" = 2000 ] && : >/data/file && set -- $(ls -n /data/file) && [ "$4" = 2000 ]',
      ),
      securityContext: { fsGroup: 2000, runAsUser: 1000 },
    },
    expected: succeeds,
  },
  {
    name: 'groups-of-volumes-checked-at-their-root',
    needs: 'capabilities',
    spec: {
      ...withVolume({ emptyDir: {} }, ': >/data/file'),
      securityContext: { fsGroup: 2000, runAsUser: 1000, fsGroupChangePolicy: 'OnRootMismatch' },
    },
    expected: succeeds,
  },
  {
    name: 'empty-dir-mode',
    spec: withVolume({ emptyDir: {} }, 'set -- $(ls -ld /data); case $1 in drwxrwxrwx*) exit 0;; esac; exit 1'),
    expected: succeeds,
  },
  {
    name: 'empty-dir-mode-in-memory',
    spec: withVolume(
      { emptyDir: { medium: 'Memory' } },
      'set -- $(ls -ld /data); case $1 in drwxrwxrwx*) exit 0;; esac; exit 1',
    ),
    expected: succeeds,
  },
  {
    name: 'empty-dir-of-huge-pages',
    spec: withVolume({ emptyDir: { medium: 'HugePages' } }, 'exit 0'),
    expected: unmounted('emptyDir medium HugePages is not supported on this node'),
  },
  {
    name: 'empty-dir-for-other-users',
    spec: {
      ...withVolume({ emptyDir: {} }, '(umask 077; echo x >/data/file) && [ "$(cat /data/file)" = x ]'),
      securityContext: { runAsUser: 1000 },
    },
    expected: succeeds,
  },
  {
    name: 'config-map-volume-mode',
    spec: withVolume(
      { configMap: { name: configMap, defaultMode: 0o400 } },
      'set -- $(ls -lL /data/colour); case $1 in -r--------*) exit 0;; esac; exit 1',
    ),
    expected: succeeds,
  },
  {
    name: 'secret-volume-in-group',
    needs: 'capabilities',
    spec: {
      ...withVolume({ secret: { secretName: secret, defaultMode: 0o440 } }, '[ "$(cat /data/password)" = s3cret ]'),
      securityContext: { runAsUser: 1000, fsGroup: 1001 },
    },
    expected: succeeds,
  },
  {
    name: 'secret-volume-in-two-places',
    spec: once(
      shell('[ "$(cat /one/password /two/password)" = "s3crets3cret" ]', {
        volumeMounts: [
          { name: 'first', mountPath: '/one' },
          { name: 'second', mountPath: '/two' },
        ],
      }),
      { volumes: ['first', 'second'].map((name) => ({ name, secret: { secretName: secret } })) },
    ),
    expected: succeeds,
  },
  {
    name: 'projected-bundle-of-certificates',
    spec: withVolume(
      { projected: { sources: [{ clusterTrustBundle: { name: 'bundle', path: 'bundle.pem' } }] } },
      'exit 0',
    ),
    expected: unmounted('source clusterTrustBundle of projected volumes is not supported on this node'),
  },
  {
    name: 'projected-certificate-of-pod',
    short: true,
    spec: withVolume(
      {
        projected: {
          sources: [
            { podCertificate: { signerName: 'example.com/pods', keyType: 'ED25519', credentialBundlePath: 'c' } },
          ],
        },
      },
      'exit 0',
    ),
    expected: unmounted('source podCertificate of projected volumes is not supported on this node'),
  },
  {
    name: 'projected-optional-sources',
    spec: withVolume(
      { projected: { sources: [{ configMap: { name: 'absent', optional: true } }, { secret: { name: secret } }] } },
      '[ "$(ls /data)" = password ]',
    ),
    expected: succeeds,
  },
  {
    name: 'downward-volume-of-resources',
    short: true,
    spec: once(
      shell(
        '[ "$(cat /data/own) $(cat /data/asked)" = "64 10" ] && [ "$(cat /data/node)" -ge 1 ] && [ "$(cat /data/memory)" -gt 1000 ]',
        {
          resources: { limits: { memory: '64Mi' }, requests: { cpu: '10m' } },
          volumeMounts: [{ name: 'data', mountPath: '/data' }],
        },
      ),
      {
        volumes: [
          {
            name: 'data',
            downwardAPI: {
              items: [
                { path: 'own', resourceFieldRef: { containerName: 'main', resource: 'limits.memory', divisor: '1Mi' } },
                { path: 'asked', resourceFieldRef: { containerName: 'main', resource: 'requests.cpu', divisor: '1m' } },
                { path: 'node', resourceFieldRef: { containerName: 'main', resource: 'limits.cpu' } },
                { path: 'memory', resourceFieldRef: { containerName: 'main', resource: 'limits.memory' } },
              ],
            },
          },
        ],
      },
    ),
    expected: succeeds,
  },
  {
    name: 'downward-volume-mode',
    metadata: { labels: { tier: 'front' } },
    spec: withVolume(
      { downwardAPI: { items: [{ path: 'labels', mode: 0o400, fieldRef: { fieldPath: 'metadata.labels' } }] } },
      'set -- $(ls -lL /data/labels); case $1 in -r--------*) ;; *) exit 1;; esac; [ "$(cat /data/labels)" = "tier=\\"front\\"" ]',
    ),
    expected: succeeds,
  },
  {
    name: 'sub-path-outside',
    spec: {
      ...once(
        shell('exit 0', {
          env: [{ name: 'PLACE', value: '..' }],
          volumeMounts: [{ name: 'shared', mountPath: '/data', subPathExpr: '$(PLACE)' }],
        }),
        shared,
      ),
    },
    expected: {
      ...{ phase: 'Pending', noEvents: ['Started'] },
      containers: { main: { state: 'waiting CreateContainerConfigError', message: 'is outside of the volume' } },
    },
  },
  {
    name: 'sub-path-of-unknown-variable',
    short: true,
    spec: {
      ...once(
        shell('exit 0', { volumeMounts: [{ name: 'shared', mountPath: '/data', subPathExpr: '$(ABSENT)' }] }),
        shared,
      ),
    },
    expected: {
      ...{ phase: 'Pending', noEvents: ['Started'] },
      containers: { main: { state: 'waiting CreateContainerConfigError', message: 'missing value for "ABSENT"' } },
    },
  },
  {
    name: 'sub-path-onto-a-file',
    spec: withVolume({ configMap: { name: configMap } }, '[ "$(cat /etc/group)" = red ]', {
      ...{ mountPath: '/etc/group', subPath: 'colour' },
    }),
    expected: succeeds,
  },
  {
    name: 'image-volume',
    short: true,
    spec: withVolume(
      { image: { reference: IMAGES.host, pullPolicy: 'IfNotPresent' } },
      '[ -s /data/bin/sh ] && ! (: >/data/new) 2>/dev/null',
    ),
    expected: succeeds,
  },
  {
    name: 'image-volume-part',
    spec: withVolume({ image: { reference: IMAGES.host } }, '[ -s /data/sh ]', { subPath: 'bin' }),
    expected: succeeds,
  },
  {
    name: 'image-volume-missing',
    short: true,
    spec: withVolume({ image: { reference: IMAGES.missing, pullPolicy: 'IfNotPresent' } }, 'exit 0'),
    expected: { ...{ phase: 'Pending', containers: creating, noEvents: ['Created'] }, eventMessages: ['missing:1'] },
  },
  {
    name: 'mount-that-follows-the-node',
    short: true,
    needs: 'mountPropagation',
    spec: withVolume({ emptyDir: {} }, ': >/data/file', { mountPropagation: 'HostToContainer' }),
    expected: succeeds,
    without: refused('mountPropagation is not supported by the container runtime'),
  },
  {
    name: 'mount-that-is-passed-on',
    needs: 'privileged',
    spec: once(
      shell(': >/data/file', {
        securityContext: { privileged: true },
        volumeMounts: [{ name: 'data', mountPath: '/data', mountPropagation: 'Bidirectional' }],
      }),
      { volumes: [{ name: 'data', emptyDir: {} }] },
    ),
    expected: succeeds,
    without: refused('is not supported by the container runtime'),
  },
  {
    name: 'mount-read-only-with-all-below',
    short: true,
    needs: 'recursiveReadOnlyMounts',
    spec: withVolume({ emptyDir: {} }, '! (: >/data/file) 2>/dev/null', {
      ...{ readOnly: true, recursiveReadOnly: 'Enabled' },
    }),
    expected: succeeds,
    without: refused('recursiveReadOnly: Enabled is not supported by the container runtime'),
  },
  {
    name: 'mount-read-only-with-all-below-if-possible',
    spec: withVolume({ emptyDir: {} }, '! (: >/data/file) 2>/dev/null', {
      ...{ readOnly: true, recursiveReadOnly: 'IfPossible' },
    }),
    expected: succeeds,
  },
  {
    name: 'host-path-made',
    spec: withVolume({ hostPath: { path: '/tmp', type: '' } }, '[ -d /data ]', { readOnly: true }),
    expected: succeeds,
  },
  {
    name: 'claim-missing',
    spec: { ...withVolume({ persistentVolumeClaim: { claimName: 'absent' } }, 'exit 0'), nodeName: 'machine' },
    expected: unmounted('persistentvolumeclaim "absent" is not bound'),
  },
  {
    name: 'claim',
    short: true,
    spec: withVolume({ persistentVolumeClaim: { claimName: SETTINGS.claim } }, 'echo x >/data/file'),
    expected: succeeds,
  },
  {
    name: 'claim-read-only',
    spec: withVolume(
      { persistentVolumeClaim: { claimName: SETTINGS.claim, readOnly: true } },
      '! (: >/data/new) 2>/dev/null',
    ),
    expected: succeeds,
  },
  {
    name: 'claim-of-block-device',
    short: true,
    needs: 'devices',
    spec: once(shell('exit 0', { volumeDevices: [{ name: 'data', devicePath: '/dev/data' }] }), {
      ...{ volumes: [{ name: 'data', emptyDir: {} }] },
    }),
    expected: refused('volume "data" has volumeMode Filesystem, but is specified in', 'CreateContainerConfigError'),
    without: refused('volumeDevices is not supported by the container runtime'),
  },
];
