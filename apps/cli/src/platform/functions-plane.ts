import { type Clock, Disposables, type Logger, type MetricRegistry, type Random } from '@kubemin/base';
import { createManager, installDefinitions } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';
import { NODE_IMAGE, PYTHON_IMAGE } from '@kubemin/node';
import { nodeMessages } from '../messages/index.ts';
import { listenOnFree, type PortChoice } from './port-advice.ts';
import type { DeliveryCluster } from './up/delivery-cluster.ts';

export interface FunctionsPlaneOptions {
  readonly client: KubeClient;
  /** How pods are reached; undefined where nothing runs. */
  readonly dial: DeliveryCluster['dialPod'];
  readonly port: PortChoice;
  readonly poolSize: number;
  /** Where event triggers may watch files. */
  readonly fileRoots: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: MetricRegistry;
}

/** Functions of the embedded cluster, and where they are called. */
export interface FunctionsPlane {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** The first pod of a runtime may have to wait until its image is made of programs of this machine. */
const START_TIMEOUT_MS = 180_000;

/** Starts the controllers of functions and their gateway. */
export async function startFunctions(options: FunctionsPlaneOptions): Promise<FunctionsPlane> {
  const { client, dial, clock, random, metrics } = options;
  const packages = await import('@kubemin/functions');
  const { FunctionControl, InvocationControl, serveGateway, gatewayMetrics, httpInvoker } = packages;
  const { contentCollectorModule, createHookHandler, eventTriggerModule, eventTriggers } = packages;
  const { functions, functionWorkflows, invocations, workflowModules, workflowRuns } = packages;
  const logger = options.logger.child({ part: 'functions' });
  const open = new Disposables();
  try {
    const stop = new AbortController();
    const resources = [functions, invocations, functionWorkflows, workflowRuns, eventTriggers];
    await installDefinitions(client, resources, { clock, signal: stop.signal });
    let url: string | undefined;
    const control = new FunctionControl({
      ...{ clock, random, metrics, poolSize: options.poolSize, url: () => url, startTimeoutMs: START_TIMEOUT_MS },
      runtimes: { images: { node: NODE_IMAGE, python: PYTHON_IMAGE } },
      ...(dial === undefined ? { unavailable: nodeMessages.functionsNeedContainers } : { dial }),
    });
    const tokenFor = async ({ namespace, name }: { readonly namespace: string; readonly name: string }) =>
      control.router.find(`${namespace}/${name}`)?.token;
    const invocationControl = new InvocationControl({
      client,
      clock,
      invoker: () => httpInvoker({ url: url ?? '', tokenFor }),
    });
    const gateway = await listenOnFree(options.port, (port) =>
      serveGateway({
        ...{ router: control.router, host: HOST, port, clock, logger },
        ...{ metrics: gatewayMetrics(metrics), invocations: invocationControl },
        handle: createHookHandler({ client, clock, random, logger }),
      }),
    );
    open.add(() => gateway.close());
    url = `http://${HOST}:${gateway.port}`;
    const manager = createManager({ client, clock, random, logger });
    manager.with(control.module, invocationControl.module, contentCollectorModule());
    const invoker = httpInvoker({ url, tokenFor });
    manager.with(...workflowModules(invoker), eventTriggerModule({ invoker, fileRoots: options.fileRoots }));
    const running = manager.run(stop.signal);
    open.add(async () => {
      stop.abort();
      await running;
    });
    await Promise.race([manager.ready, running]);
    return { port: gateway.port, url, close: () => open.dispose() };
  } catch (error) {
    await open.dispose();
    throw error;
  }
}
