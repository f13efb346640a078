import type { Container, ContainerStatus, Pod, PodSpec, Probe } from '@kubemin/kubeapi/types/core.v1';
import { GRPC } from '../pod-scenarios/probe-rows.ts';
import { FOREVER } from '../pod-scenarios/scenario.ts';
import { nodeProgram } from './program-specs.ts';
import { checker, type SpecContext, type Specs, specsOf } from './spec-context.ts';

const forever = (more: Partial<Container> = {}): Container => checker(FOREVER, more);
const shared: Partial<PodSpec> = { volumes: [{ name: 'shared', emptyDir: {} }] };
const inShared: Partial<Container> = { volumeMounts: [{ name: 'shared', mountPath: '/shared' }] };
const status = (pod: Pod, name = 'main'): ContainerStatus | undefined =>
  [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])].find(
    (one) => one.name === name,
  );
const isRunning = ({ status: found }: Pod): boolean => found?.phase === 'Running';
const isReady = ({ status: found }: Pod): boolean =>
  found?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') === true;

/** Fails unless a pod, which is ready when its liveness was probed a few times, becomes so without a restart. */
async function staysUnrestarted(spec: SpecContext, pod: PodSpec): Promise<void> {
  await spec.createPod(pod);
  const found = await spec.waitForPod((one) => isReady(one) || (status(one)?.restartCount ?? 0) > 0);
  if ((status(found)?.restartCount ?? 0) > 0) throw new Error('it was restarted');
}

/** Probes that succeed do so however busy the machine is. */
const PATIENT = { periodSeconds: 1, failureThreshold: 1, timeoutSeconds: 60 } as const;
const COUNTED = 'echo x >>/tmp/probes; cat /tmp/health';
/** Ready when the liveness probe has succeeded a few times. */
const afterThree: Probe = {
  exec: { command: ['sh', '-c', '[ "$(cat /tmp/probes | tr -d "\\n")" \\> xx ]'] },
  ...{ periodSeconds: 1, failureThreshold: 100 },
};

const http = (program: string) => `let n = 0; const http = require('http');
http.createServer((q, r) => { n += 1; r.statusCode = ${program}; r.end() }).listen(8080)`;
const served = (program: string, probes: Partial<Container>): PodSpec => {
  const { containers, volumes } = nodeProgram(program, probes);
  return { containers, volumes };
};
const httpProbes = {
  // The machine decides how long it takes to start.
  startupProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1, failureThreshold: 100 },
  livenessProbe: { httpGet: { port: 8080, path: '/healthz' }, ...PATIENT },
  readinessProbe: { httpGet: { port: 8080, path: '/ready' }, periodSeconds: 1, failureThreshold: 100 },
};

async function isRestarted(spec: SpecContext, pod: PodSpec): Promise<Pod> {
  await spec.createPod({ terminationGracePeriodSeconds: 1, ...pod });
  return spec.waitForPod((one) => (status(one)?.restartCount ?? 0) > 0);
}

const PROBES: Specs = {
  '[sig-node] Probing container should be restarted with a exec "cat /tmp/health" liveness probe [NodeConformance] [Conformance]':
    (spec) =>
      isRestarted(spec, {
        containers: [
          checker(FOREVER, {
            livenessProbe: { exec: { command: ['cat', '/tmp/health'] }, periodSeconds: 1, failureThreshold: 1 },
          }),
        ],
      }),
  '[sig-node] Probing container should *not* be restarted with a exec "cat /tmp/health" liveness probe [NodeConformance] [Conformance]':
    (spec) =>
      staysUnrestarted(spec, {
        containers: [
          checker(`: >/tmp/health; ${FOREVER}`, {
            livenessProbe: { exec: { command: ['sh', '-c', COUNTED] }, ...PATIENT },
            startupProbe: { exec: { command: ['cat', '/tmp/health'] }, periodSeconds: 1, failureThreshold: 100 },
            readinessProbe: afterThree,
          }),
        ],
      }),
  '[sig-node] Probing container should be restarted with a /healthz http liveness probe [NodeConformance] [Conformance]':
    (spec) => isRestarted(spec, served(http('n > 2 ? 500 : 200'), httpProbes)),
  '[sig-node] Probing container should *not* be restarted with a /healthz http liveness probe [NodeConformance] [Conformance]':
    (spec) => staysUnrestarted(spec, served(http("q.url === '/ready' && n < 6 ? 503 : 200"), httpProbes)),
  '[sig-node] Probing container should *not* be restarted with a tcp:8080 liveness probe [NodeConformance] [Conformance]':
    (spec) => {
      const livenessProbe = {
        tcpSocket: { port: 8080 },
        periodSeconds: 1,
        failureThreshold: 1,
        initialDelaySeconds: 2,
      };
      const { startupProbe, readinessProbe } = httpProbes;
      return staysUnrestarted(spec, served(http('n < 4 ? 503 : 200'), { startupProbe, livenessProbe, readinessProbe }));
    },
  '[sig-node] Probing container with readiness probe that fails should never be ready and never restart [NodeConformance] [Conformance]':
    async (spec) => {
      const readinessProbe = { exec: { command: ['sh', '-c', 'echo x >>/tmp/probes; exit 1'] }, periodSeconds: 1 };
      const until = 'while [ "$(cat /tmp/probes 2>/dev/null | tr -d "\\n")" != xxx ]; do sleep 0.1; done';
      const seen: boolean[] = [];
      await spec.createPod({ restartPolicy: 'Never', containers: [checker(until, { readinessProbe })] });
      const pod = await spec.waitForPod((one) => {
        seen.push(isReady(one));
        return one.status?.phase === 'Succeeded';
      });
      if (seen.includes(true) || status(pod)?.restartCount !== 0) throw new Error('it was ready, or restarted');
    },
  '[sig-node] Probing container with readiness probe should not be ready before initial delay and never restart [NodeConformance] [Conformance]':
    async (spec) => {
      const readinessProbe = { exec: { command: ['cat', '/tmp/ready'] }, initialDelaySeconds: 3, periodSeconds: 1 };
      await spec.createPod({ containers: [forever({ readinessProbe })] });
      const pod = await spec.waitForPod(isReady);
      const { conditions = [] } = pod.status ?? {};
      const since = conditions.find(({ type }) => type === 'Ready')?.lastTransitionTime ?? '';
      const started = status(pod)?.state?.running?.startedAt ?? '';
      // Both are in whole seconds.
      if (Date.parse(since) - Date.parse(started) < 2000) throw new Error(`ready at ${since}, started at ${started}`);
    },
  '[sig-node] Probing container should have monotonically increasing restart count [NodeConformance] [Conformance]':
    async (spec) => {
      const livenessProbe = { exec: { command: ['cat', '/absent'] }, periodSeconds: 1, failureThreshold: 1 };
      const counts: number[] = [];
      await spec.createPod({ terminationGracePeriodSeconds: 1, containers: [forever({ livenessProbe })] });
      await spec.waitForPod((pod) => {
        counts.push(status(pod)?.restartCount ?? 0);
        return (counts.at(-1) ?? 0) >= 2;
      });
      if (counts.some((count, at) => count < (counts[at - 1] ?? 0))) throw new Error(`restarts: ${counts.join(' ')}`);
    },
};

const grpcProbe = { grpc: { port: 8080 }, ...PATIENT };

const GRPC_PROBES: Specs = {
  '[sig-node] Probing container should *not* be restarted with a GRPC liveness probe [NodeConformance] [Conformance]': (
    spec,
  ) => {
    const { startupProbe } = httpProbes;
    // A gRPC probe has succeeded when it is ready, and its liveness is probed as often.
    const probes = { startupProbe, livenessProbe: grpcProbe, readinessProbe: { ...grpcProbe, successThreshold: 3 } };
    return staysUnrestarted(spec, served(GRPC, probes));
  },
};

const MORE_GRPC_PROBES: Specs = {
  '[sig-node] Probing container should be restarted with a GRPC liveness probe [NodeConformance] [Conformance]': (
    spec,
  ) => {
    const { startupProbe } = httpProbes;
    // NOT_SERVING.
    const isDown = GRPC.replace('[0, 0, 0, 0, 2, 8, 1]', '[0, 0, 0, 0, 2, 8, 2]');
    return isRestarted(spec, served(isDown, { startupProbe, livenessProbe: grpcProbe }));
  },
};

const INIT: Specs = {
  '[sig-node] InitContainer [NodeConformance] should invoke init containers on a RestartNever pod [Conformance]': (
    spec,
  ) =>
    spec.checkPod({
      ...shared,
      initContainers: [
        checker('echo one >/shared/file', { name: 'first', ...inShared }),
        checker('echo two >>/shared/file', { name: 'second', ...inShared }),
      ],
      containers: [checker('expect "$(cat /shared/file | tr "\\n" " ")" "one two "', inShared)],
    }),
  '[sig-node] InitContainer [NodeConformance] should invoke init containers on a RestartAlways pod [Conformance]':
    async (spec) => {
      await spec.createPod({ initContainers: [checker('exit 0', { name: 'init' })], containers: [forever()] });
      await spec.waitForPod((pod) => isReady(pod) && status(pod, 'init')?.state?.terminated?.exitCode === 0);
    },
  '[sig-node] InitContainer [NodeConformance] should not start app containers if init containers fail on a RestartAlways pod [Conformance]':
    async (spec) => {
      await spec.createPod({ initContainers: [checker('exit 1', { name: 'init' })], containers: [forever()] });
      await spec.waitForPod(
        (pod) => (status(pod, 'init')?.restartCount ?? 0) > 0 && status(pod)?.state?.waiting !== undefined,
      );
    },
  '[sig-node] InitContainer [NodeConformance] should not start app containers and fail the pod if init containers fail on a RestartNever pod [Conformance]':
    async (spec) => {
      const initContainers = [checker('exit 1', { name: 'init' })];
      await spec.createPod({ restartPolicy: 'Never', initContainers, containers: [forever()] });
      const pod = await spec.waitForEnd();
      if (pod.status?.phase !== 'Failed' || status(pod)?.started === true)
        throw new Error('the containers were started');
    },
};

const hook = (name: 'postStart' | 'preStop', ...command: string[]): Partial<Container> => ({
  lifecycle: { [name]: { exec: { command } } },
});

const HOOKS: Specs = {
  '[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute poststart exec hook properly [NodeConformance] [Conformance]':
    (spec) => spec.check('while [ ! -e /tmp/hook ]; do sleep 0.1; done', hook('postStart', 'touch', '/tmp/hook')),
  '[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute prestop exec hook properly [NodeConformance] [Conformance]':
    async (spec) => {
      const script = 'trap "[ -e /tmp/hook ]; exit $?" TERM; touch /tmp/ready; while :; do sleep 0.1; done';
      const readinessProbe = { exec: { command: ['cat', '/tmp/ready'] }, periodSeconds: 1 };
      const container = checker(script, { ...hook('preStop', 'touch', '/tmp/hook'), readinessProbe });
      // Held, so that its end is seen.
      await spec.createPod({ containers: [container] }, { finalizers: ['example.com/seen'] });
      await spec.waitForPod(isReady);
      await spec.pods.delete(spec.name, { gracePeriodSeconds: 30 });
      const pod = await spec.waitForPod((one) => status(one)?.state?.terminated !== undefined);
      await spec.pods.patch(spec.name, { type: 'merge', body: { metadata: { finalizers: null } } });
      const code = status(pod)?.state?.terminated?.exitCode;
      if (code !== 0) throw new Error(`the hook did not run before the signal: exit code ${code}`);
    },
};

/** A pod that ends when it is asked for the path of the hook. */
const RECEIVER = `require('http').createServer((q, r) => {
  r.end('', () => q.url === '/hook' && process.exit(0));
}).listen(8080)`;

async function startReceiver(spec: SpecContext): Promise<{ readonly ip: string; readonly name: string }> {
  const name = `${spec.name}-receiver`;
  const { startupProbe } = httpProbes;
  await spec.createPod({ restartPolicy: 'Never', ...served(RECEIVER, { startupProbe }) }, {}, name);
  const { status: found } = await spec.waitForPod(isReady, name);
  return { ip: found?.podIP ?? '', name };
}

async function expectReceived(spec: SpecContext, receiver: string): Promise<void> {
  await spec.waitForPod((pod) => pod.status?.phase === 'Succeeded', receiver);
}

const HTTP_HOOKS: Specs = {
  '[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute poststart http hook properly [NodeConformance] [Conformance]':
    async (spec) => {
      const { ip: host, name } = await startReceiver(spec);
      await spec.createPod({
        containers: [forever({ lifecycle: { postStart: { httpGet: { host, port: 8080, path: '/hook' } } } })],
      });
      await expectReceived(spec, name);
    },
  '[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute prestop http hook properly [NodeConformance] [Conformance]':
    async (spec) => {
      const { ip: host, name } = await startReceiver(spec);
      await spec.createPod({
        containers: [forever({ lifecycle: { preStop: { httpGet: { host, port: 8080, path: '/hook' } } } })],
      });
      await spec.waitForPod(isRunning);
      await spec.pods.delete(spec.name, { gracePeriodSeconds: 30 });
      await expectReceived(spec, name);
    },
};

const COMMAND_HOOKS: Specs = {
  '[sig-node] PreStop should call prestop when killing a pod [Conformance]': async (spec) => {
    const { ip, name } = await startReceiver(spec);
    const command = ['node', '-e', `require('http').get('http://${ip}:8080/hook')`];
    const { startupProbe } = httpProbes;
    await spec.createPod(served(http('200'), { startupProbe, lifecycle: { preStop: { exec: { command } } } }));
    await spec.waitForPod(isReady);
    await spec.pods.delete(spec.name, { gracePeriodSeconds: 30 });
    await expectReceived(spec, name);
  },
};

async function expectMessage(
  spec: SpecContext,
  script: string,
  {
    phase,
    message,
    more = {},
  }: { readonly phase: string; readonly message: string; readonly more?: Partial<Container> },
): Promise<void> {
  await spec.createPod({ restartPolicy: 'Never', containers: [checker(script, more)] });
  const pod = await spec.waitForEnd();
  const found = status(pod)?.state?.terminated?.message ?? '';
  if (pod.status?.phase !== phase || found !== message) throw new Error(`${pod.status?.phase}: ${found}`);
}

const MESSAGES: Specs = {
  '[sig-node] Container Runtime blackbox test on terminated container should report termination message from log output if TerminationMessagePolicy FallbackToLogsOnError is set [NodeConformance] [Conformance]':
    (spec) => expectMessage(spec, 'printf DONE; exit 1', { phase: 'Failed', message: 'DONE' }),
  '[sig-node] Container Runtime blackbox test on terminated container should report termination message as empty when pod succeeds and TerminationMessagePolicy FallbackToLogsOnError is set [NodeConformance] [Conformance]':
    (spec) => expectMessage(spec, 'printf DONE', { phase: 'Succeeded', message: '' }),
  '[sig-node] Container Runtime blackbox test on terminated container should report termination message from file when pod succeeds and TerminationMessagePolicy FallbackToLogsOnError is set [NodeConformance] [Conformance]':
    (spec) =>
      expectMessage(spec, 'printf OK >/dev/termination-log; printf DONE', { phase: 'Succeeded', message: 'OK' }),
  '[sig-node] Container Runtime blackbox test on terminated container should report termination message if TerminationMessagePath is set as non-root user and at a non-default path [NodeConformance] [Conformance]':
    (spec) =>
      expectMessage(spec, 'printf DONE >/dev/other-log', {
        ...{ phase: 'Succeeded', message: 'DONE' },
        more: { terminationMessagePath: '/dev/other-log', securityContext: { runAsUser: 10_000 } },
      }),
  '[sig-node] Container Runtime blackbox test when starting a container that exits should run with the expected status [NodeConformance] [Conformance]':
    async (spec) => {
      const script = '[ -e /shared/seen ] && exit 0; touch /shared/seen; exit 1';
      const pod = { ...shared, containers: [checker(script, inShared)] };
      const policies = { OnFailure: 'Succeeded', Never: 'Failed', Always: 'Running' };
      for (const [restartPolicy, phase] of Object.entries(policies)) {
        const name = `${spec.name}-${restartPolicy.toLowerCase()}`;
        await spec.createPod({ ...pod, restartPolicy }, {}, name);
        const restarts = restartPolicy === 'Never' ? 0 : 1;
        await spec.waitForPod(
          (one) => one.status?.phase === phase && (status(one)?.restartCount ?? 0) >= restarts,
          name,
        );
      }
    },
  '[sig-node] Kubelet when scheduling a busybox command that always fails in a pod should have an terminated reason [NodeConformance] [Conformance]':
    async (spec) => {
      await spec.createPod({ restartPolicy: 'Never', containers: [checker('exit 1')] });
      await spec.waitForPod((pod) => status(pod)?.state?.terminated?.reason === 'Error');
    },
  '[sig-node] Kubelet when scheduling a busybox command that always fails in a pod should be possible to delete [NodeConformance] [Conformance]':
    async (spec) => {
      await spec.createPod({ containers: [checker('exit 1')] });
      await spec.waitForPod((pod) => (status(pod)?.restartCount ?? 0) > 0);
      await spec.deletePod();
    },
};

const PODS: Specs = {
  '[sig-node] Pods should be submitted and removed [NodeConformance] [Conformance]': async (spec) => {
    await spec.createPod({ containers: [forever()] });
    await spec.waitForPod(isRunning);
    await spec.deletePod();
  },
  '[sig-node] Pods should be updated [NodeConformance] [Conformance]': async (spec) => {
    await spec.createPod({ containers: [forever()] }, { labels: { time: 'old' } });
    await spec.waitForPod(isRunning);
    await spec.pods.patch(spec.name, { type: 'merge', body: { metadata: { labels: { time: 'new' } } } });
    await spec.waitForPod((pod) => isRunning(pod) && pod.metadata.labels?.time === 'new');
  },
  '[sig-node] Pods should allow activeDeadlineSeconds to be updated [NodeConformance] [Conformance]': async (spec) => {
    await spec.createPod({ terminationGracePeriodSeconds: 1, containers: [forever()] });
    await spec.waitForPod(isRunning);
    await spec.pods.patch(spec.name, { type: 'merge', body: { spec: { activeDeadlineSeconds: 1 } } });
    await spec.waitForPod((pod) => pod.status?.phase === 'Failed' && pod.status.reason === 'DeadlineExceeded');
  },
  '[sig-node] Ephemeral Containers [NodeConformance] will start an ephemeral container in an existing pod [Conformance]':
    async (spec) => {
      await spec.createPod({ containers: [forever()] });
      await spec.waitForPod(isRunning);
      const body = { spec: { ephemeralContainers: [checker('exit 0', { name: 'debugger' })] } };
      await spec.pods.patch(spec.name, { type: 'strategic', body }, { subresource: 'ephemeralcontainers' });
      await spec.waitForPod((pod) => pod.status?.ephemeralContainerStatuses?.[0]?.state?.terminated?.exitCode === 0);
    },
};

export const LIFECYCLE_SPECS = [
  ...specsOf({ ...PROBES, ...GRPC_PROBES, ...INIT, ...HOOKS, ...HTTP_HOOKS, ...MESSAGES, ...PODS }),
  ...specsOf({ ...MORE_GRPC_PROBES, ...COMMAND_HOOKS }, { long: true }),
];
