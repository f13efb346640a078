import { MetricRegistry, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createManager, installDefinitions } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';
import { eventually, startTestCluster, temporaryDirectory } from '@kubemin/testing';
import { FunctionControl, type FunctionControlOptions } from '../control/index.ts';
import { type Gateway, gatewayMetrics, serveGateway } from '../gateway/index.ts';
import { InvocationControl } from '../invocations/index.ts';
import { httpInvoker } from '../invoker/index.ts';
import {
  type FunctionObject,
  type FunctionSpec,
  type FunctionStatus,
  functions,
  invocations,
} from '../resources/index.ts';
import { ProcessPods } from './process-pods.ts';

export type FunctionsCluster = Awaited<ReturnType<typeof startFunctionsCluster>>;

/** An API server, the controller of functions and its gateway; pods are processes of this machine. */
export async function startFunctionsCluster(options: Partial<FunctionControlOptions> = {}) {
  const cluster = await startTestCluster({ controllers: false });
  const directory = await temporaryDirectory();
  const { client } = cluster;
  await installDefinitions(client, [functions, invocations], {
    clock: systemClock,
    signal: AbortSignal.timeout(60_000),
  });
  const pods = new ProcessPods(client, directory);
  await pods.start();
  const metrics = new MetricRegistry();
  const common = { clock: systemClock, random: systemRandom, logger: silentLogger };
  let gateway: Gateway | undefined;
  const control = new FunctionControl({
    ...common,
    dial: pods.dial,
    metrics,
    url: () => `http://127.0.0.1:${gateway?.port}`,
    ...options,
  });
  const invocationControl = new InvocationControl({
    client,
    clock: systemClock,
    invoker: () => httpInvoker({ url: `http://127.0.0.1:${gateway?.port}` }),
  });
  gateway = await serveGateway({
    ...{ router: control.router, host: '127.0.0.1', port: 0, clock: systemClock, logger: silentLogger },
    ...{ metrics: gatewayMetrics(metrics), invocations: invocationControl },
  });
  const startController = async () => {
    const stopping = new AbortController();
    const manager = createManager({ client, ...common }).with(control.module, invocationControl.module);
    const ended = manager.run(stopping.signal);
    await Promise.race([manager.ready, ended]);
    return async () => {
      stopping.abort();
      await ended;
    };
  };
  let stopController = await startController();
  const url = `http://127.0.0.1:${gateway.port}`;
  return {
    client,
    pods,
    control,
    metrics,
    url,
    /** Whether a pod of the pool waits for code; true without a pool. */
    isPoolFull: (): boolean => control.isPoolFull(),
    /** Stops the controller and starts another one; the gateway goes on. */
    restartController: async (meanwhile: () => Promise<void> = async () => undefined): Promise<void> => {
      await stopController();
      await meanwhile();
      stopController = await startController();
    },
    close: async (): Promise<void> => {
      await stopController();
      await gateway.close();
      await pods[Symbol.asyncDispose]();
      await cluster.close();
      await directory.remove();
    },
  };
}

type GivenSpec = Partial<FunctionSpec> & Pick<FunctionSpec, 'runtime'>;

export async function applyFunction(
  client: KubeClient,
  name: string,
  spec: object,
  namespace = 'default',
): Promise<void> {
  const body = { apiVersion: 'functions.kubemin.io/v1', kind: 'Function', metadata: { name, namespace }, spec };
  await client
    .resource(functions, namespace)
    .patch(name, { type: 'apply', body, force: true }, { fieldManager: 'test' });
}

/** The spec of a function of the runtime node whose code is one file. */
export function nodeFunction(
  code: string,
  more: Omit<Partial<GivenSpec>, 'scaling'> & { readonly scaling?: object } = {},
) {
  return { runtime: 'node', source: { files: { 'index.js': code } }, ...more };
}

/** Waits for the status of a function. */
export async function untilStatus(
  client: KubeClient,
  name: string,
  until: (status: FunctionStatus) => boolean,
): Promise<FunctionStatus> {
  const find = async (): Promise<FunctionObject> => client.resource(functions, 'default').get(name);
  const found = await eventually(async () => (await find()).status ?? {}, { until });
  return found;
}

export const isReady = ({ conditions = [] }: FunctionStatus): boolean =>
  conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
