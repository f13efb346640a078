import type { Container, EnvVar, EnvVarSource, SecurityContext } from '@kubemin/kubeapi/types/core.v1';
import { checker, type SpecContext, type Specs, specsOf } from './spec-context.ts';

const field = (name: string, fieldPath: string): EnvVar => ({ name, valueFrom: { fieldRef: { fieldPath } } });
const amount = (name: string, resource: string): EnvVar => ({ name, valueFrom: { resourceFieldRef: { resource } } });
const fromMap = (context: SpecContext, key: string): EnvVarSource => ({
  configMapKeyRef: { name: context.name, key },
});
const fromSecret = (context: SpecContext, key: string): EnvVarSource => ({
  secretKeyRef: { name: context.name, key },
});

const ENVIRONMENT: Specs = {
  '[sig-node] ConfigMap should be consumable via environment variable [NodeConformance] [Conformance]': async (
    spec,
  ) => {
    await spec.addConfigMap({ 'data-1': 'value-1' });
    return spec.check('expect "$VALUE" value-1', { env: [{ name: 'VALUE', valueFrom: fromMap(spec, 'data-1') }] });
  },
  '[sig-node] ConfigMap should be consumable via the environment [NodeConformance] [Conformance]': async (spec) => {
    await spec.addConfigMap({ data_1: 'value-1', data_2: 'value-2' });
    const envFrom = [{ configMapRef: { name: spec.name } }, { prefix: 'p_', configMapRef: { name: spec.name } }];
    return spec.check('expect "$data_1 $data_2 $p_data_1" "value-1 value-2 value-1"', { envFrom });
  },
  '[sig-node] ConfigMap should be consumable as environment variable names with various prefixes [Conformance]': async (
    spec,
  ) => {
    await spec.addConfigMap({ key: 'value' });
    const prefixes = ['1-', 'p.', 'P-'];
    const envFrom = prefixes.map((prefix) => ({ prefix, configMapRef: { name: spec.name } }));
    // Not by a shell, which drops such names.
    const node = `for (const p of ${JSON.stringify(prefixes)}) if (process.env[p + 'key'] !== 'value') process.exit(1)`;
    return spec.checkPod(nodeProgram(node, { envFrom }));
  },
  '[sig-node] Secrets should be consumable from pods in env vars [NodeConformance] [Conformance]': async (spec) => {
    await spec.addSecret({ 'data-1': 'value-1' });
    return spec.check('expect "$SECRET_DATA" value-1', {
      env: [{ name: 'SECRET_DATA', valueFrom: fromSecret(spec, 'data-1') }],
    });
  },
  '[sig-node] Secrets should be consumable via the environment [NodeConformance] [Conformance]': async (spec) => {
    await spec.addSecret({ data_1: 'value-1' });
    const envFrom = [{ secretRef: { name: spec.name } }, { prefix: 'p_', secretRef: { name: spec.name } }];
    return spec.check('expect "$data_1 $p_data_1" "value-1 value-1"', { envFrom });
  },
  '[sig-node] Secrets should be consumable as environment variable names variable names with various prefixes [Conformance]':
    async (spec) => {
      await spec.addSecret({ key: 'value' });
      const envFrom = [{ prefix: '1-', secretRef: { name: spec.name } }];
      return spec.checkPod(nodeProgram(`if (process.env['1-key'] !== 'value') process.exit(1)`, { envFrom }));
    },
  "[sig-node] Downward API should provide container's limits.cpu/memory and requests.cpu/memory as env vars [NodeConformance] [Conformance]":
    (spec) =>
      spec.check('expect "$LC $LM $RC $RM" "2 67108864 1 33554432"', {
        resources: { limits: { cpu: '1250m', memory: '64Mi' }, requests: { cpu: '250m', memory: '32Mi' } },
        env: [
          ...[amount('LC', 'limits.cpu'), amount('LM', 'limits.memory')],
          ...[amount('RC', 'requests.cpu'), amount('RM', 'requests.memory')],
        ],
      }),
  '[sig-node] Downward API should provide default limits.cpu/memory from node allocatable [NodeConformance] [Conformance]':
    (spec) =>
      spec.check('[ "$CPU" -ge 1 ] && [ "$MEMORY" -ge 1000000 ]', {
        env: [amount('CPU', 'limits.cpu'), amount('MEMORY', 'limits.memory')],
      }),
  '[sig-node] Downward API should provide host IP as an env var [NodeConformance] [Conformance]': (spec) =>
    spec.check('expect "$HOST" 10.244.0.1', { env: [field('HOST', 'status.hostIP')] }),
  '[sig-node] Downward API should provide hostIPs as an env var [NodeConformance] [Conformance]': (spec) =>
    spec.check('expect "$HOSTS" 10.244.0.1', { env: [field('HOSTS', 'status.hostIPs')] }),
  '[sig-node] Downward API should provide pod UID as env vars [NodeConformance] [Conformance]': (spec) =>
    spec.check('[ "$(echo "$ID" | tr -d "0-9a-f")" = ---- ]', { env: [field('ID', 'metadata.uid')] }),
  '[sig-node] Downward API should provide pod name, namespace and IP address as env vars [NodeConformance] [Conformance]':
    (spec) =>
      spec.check(`expect "$NAME $PLACE" "${spec.name} default"; case $ADDRESS in 10.244.*) ;; *) exit 1;; esac`, {
        env: [field('NAME', 'metadata.name'), field('PLACE', 'metadata.namespace'), field('ADDRESS', 'status.podIP')],
      }),
  '[sig-node] Pods should contain environment variables for services [NodeConformance] [Conformance]': async (spec) => {
    const services = spec.services;
    const { spec: { clusterIP } = {} } = await services.create({
      ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'fooservice' } },
      spec: { ports: [{ port: 8765, targetPort: 8080 }] },
    });
    return spec.check(
      `expect "$FOOSERVICE_SERVICE_HOST:$FOOSERVICE_SERVICE_PORT" ${clusterIP}:8765
       expect "$FOOSERVICE_PORT" tcp://${clusterIP}:8765
       expect "$FOOSERVICE_PORT_8765_TCP_PROTO $FOOSERVICE_PORT_8765_TCP_ADDR" "tcp ${clusterIP}"`,
    );
  },
  '[sig-node] Variable Expansion should allow composing env vars into new env vars [NodeConformance] [Conformance]': (
    spec,
  ) =>
    spec.check('expect "$FOOBAR" "foo-value;;bar-value"', {
      env: [
        ...[
          { name: 'FOO', value: 'foo-value' },
          { name: 'BAR', value: 'bar-value' },
        ],
        { name: 'FOOBAR', value: '$(FOO);;$(BAR)' },
      ],
    }),
  "[sig-node] Variable Expansion should allow substituting values in a container's args [NodeConformance] [Conformance]":
    (spec) =>
      spec.check('', {
        ...{ command: ['sh', '-c'], args: ['[ "$(TEST_VAR)" = test-value ]'] },
        env: [{ name: 'TEST_VAR', value: 'test-value' }],
      }),
  "[sig-node] Variable Expansion should allow substituting values in a container's command [NodeConformance] [Conformance]":
    (spec) =>
      spec.check('', {
        command: ['sh', '-c', '[ "$(TEST_VAR)" = test-value ]'],
        env: [{ name: 'TEST_VAR', value: 'test-value' }],
      }),
};

/** An image with a process of its own: `sh -c 'exit 3'`, of which `sh` is the entry point. */
export const PROCESS_IMAGE = { name: 'process:1', instructions: 'ENTRYPOINT ["sh"]\nCMD ["-c", "exit 3"]' } as const;

const ofImage = (more: Partial<Container>): Container => ({ name: 'main', image: PROCESS_IMAGE.name, ...more });

const IMAGE_PROCESSES: Specs = {
  '[sig-node] Containers should use the image defaults if command and args are blank [NodeConformance] [Conformance]': (
    spec,
  ) => expectExitCode(spec, {}, 3),
  "[sig-node] Containers should be able to override the image's default arguments (container cmd) [NodeConformance] [Conformance]":
    (spec) => expectExitCode(spec, { args: ['-c', 'exit 4'] }, 4),
  "[sig-node] Containers should be able to override the image's default command (container entrypoint) [NodeConformance] [Conformance]":
    (spec) => expectExitCode(spec, { command: ['cat', '/absent'] }, 1),
  "[sig-node] Containers should be able to override the image's default command and arguments [NodeConformance] [Conformance]":
    (spec) => expectExitCode(spec, { command: ['sh', '-c'], args: ['exit 5'] }, 5),
};

async function expectExitCode(spec: SpecContext, more: Partial<Container>, code: number): Promise<void> {
  await spec.createPod({ restartPolicy: 'Never', containers: [ofImage(more)] });
  const { status } = await spec.waitForEnd();
  const found = status?.containerStatuses?.[0]?.state?.terminated?.exitCode;
  if (found !== code) throw new Error(`the exit code is ${found} instead of ${code}`);
}

const as = (securityContext: SecurityContext): Partial<Container> => ({ securityContext });

const USERS: Specs = {
  '[sig-node] Security Context When creating a container with runAsUser should run the container with uid 65534 [LinuxOnly] [NodeConformance] [Conformance]':
    (spec) => spec.check('expect "$(id -u)" 65534', as({ runAsUser: 65534 })),
  '[sig-node] Security Context When creating a pod with privileged should run the container as unprivileged when false [LinuxOnly] [NodeConformance] [Conformance]':
    (spec) => spec.check('(: >/proc/sys/kernel/hostname) 2>/dev/null && exit 1; exit 0', as({ privileged: false })),
  '[sig-node] Security Context When creating a pod with readOnlyRootFilesystem should run the container with writable rootfs when readOnlyRootFilesystem=false [NodeConformance] [Conformance]':
    (spec) => spec.check('touch /checkfile', as({ readOnlyRootFilesystem: false })),
  '[sig-node] Security Context when creating containers with AllowPrivilegeEscalation should not allow privilege escalation when false [LinuxOnly] [NodeConformance] [Conformance]':
    (spec) =>
      spec.check(
        'while read -r key value; do [ "$key" = NoNewPrivs: ] && expect "$value" 1; done </proc/self/status; exit 0',
        as({ allowPrivilegeEscalation: false, runAsUser: 1000 }),
      ),
  '[sig-node] Security Context should support container.SecurityContext.RunAsUser And container.SecurityContext.RunAsGroup [LinuxOnly] [Conformance]':
    (spec) => spec.check('expect "$(id -u):$(id -g)" 1001:2002', as({ runAsUser: 1001, runAsGroup: 2002 })),
  '[sig-node] Security Context should support pod.Spec.SecurityContext.RunAsUser And pod.Spec.SecurityContext.RunAsGroup [LinuxOnly] [Conformance]':
    (spec) =>
      spec.check(
        'expect "$(id -u):$(id -g)" 1001:2002',
        {},
        { securityContext: { runAsUser: 1001, runAsGroup: 2002 } },
      ),
  '[sig-node] Kubelet when scheduling a read only busybox container should not write to root filesystem [LinuxOnly] [NodeConformance] [Conformance]':
    (spec) => spec.check('(: >/file) 2>/dev/null && exit 1; exit 0', as({ readOnlyRootFilesystem: true })),
};

const FILES: Specs = {
  '[sig-node] Kubelet when scheduling an agnhost Pod with hostAliases should write entries to /etc/hosts [NodeConformance] [Conformance]':
    (spec) =>
      spec.check(
        'while read -r ip a b; do [ "$ip $a $b" = "123.45.67.89 foo bar" ] && exit 0; done </etc/hosts; exit 1',
        {},
        { hostAliases: [{ ip: '123.45.67.89', hostnames: ['foo', 'bar'] }] },
      ),
  '[sig-node] KubeletManagedEtcHosts should test kubelet managed /etc/hosts file [NodeConformance] [Conformance]': (
    spec,
  ) => {
    const managed = 'read -r first </etc/hosts; expect "$first" "# Kubernetes-managed hosts file."';
    const own = 'read -r first </etc/hosts; expect "$first" own';
    return spec.checkPod({
      initContainers: [
        checker('echo own >/data/hosts', { name: 'init', volumeMounts: [{ name: 'data', mountPath: '/data' }] }),
      ],
      containers: [
        checker(managed),
        checker(own, { name: 'own', volumeMounts: [{ name: 'data', mountPath: '/etc/hosts', subPath: 'hosts' }] }),
      ],
      volumes: [{ name: 'data', emptyDir: {} }],
    });
  },
  '[sig-auth] ServiceAccounts should mount an API token into pods [Conformance]': (spec) =>
    spec.check('cd /var/run/secrets/kubernetes.io/serviceaccount; [ -s token ] && expect "$(cat namespace)" default'),
  '[sig-auth] ServiceAccounts should mount projected service account token [Conformance]': (spec) =>
    spec.checkPod({
      containers: [checker('[ -s /data/token ]', { volumeMounts: [{ name: 'data', mountPath: '/data' }] })],
      volumes: [
        { name: 'data', projected: { sources: [{ serviceAccountToken: { path: 'token', expirationSeconds: 7200 } }] } },
      ],
    }),
};

/** A program for Node.js, which the node mounts. */
export function nodeProgram(program: string, more: Partial<Container> = {}) {
  return {
    containers: [
      checker('', {
        ...{ command: ['node', '-e', program], volumeMounts: [{ name: 'node', mountPath: '/bin/node' }] },
        ...more,
      }),
    ],
    volumes: [{ name: 'node', hostPath: { path: process.execPath, type: 'File' } }],
  };
}

export const PROGRAM_SPECS = specsOf({ ...ENVIRONMENT, ...IMAGE_PROCESSES, ...USERS, ...FILES });
