import { networkInterfaces } from 'node:os';
import {
  ADMIN_USER,
  type ApiServer,
  CertificateRenewal,
  certificateAuthenticator,
  connectionsBy,
  createApiServer,
  fileStorage,
  loadCertificateAuthority,
  loadServiceAccountSigner,
  makeKubeletServingCertificate,
  serveApi,
  tlsNodeConnections,
  tokenAuthenticator,
} from '@kubemin/apiserver';
import { type Clock, Disposables, type Logger, type MetricRegistry, type Random } from '@kubemin/base';
import type { ConnectionGuard } from '@kubemin/base/connections';
import { nameFileOnFullDisk } from '@kubemin/base/machine';
import { createManager } from '@kubemin/controller';
import { builtinControllers, controllerClients } from '@kubemin/controllers';
import type { PolicyName } from '@kubemin/controllers/scheduler-policies';
import { createKubeClient, type KubeClient, loopbackTransport } from '@kubemin/kube';
import type { ApiHandler, UserInfo } from '@kubemin/kubeapi';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { nodeUser, SIMULATED_LABEL } from '@kubemin/node';
import type { DataDirectory } from '../connection/index.ts';
import { admissionPlugins, type ConfiguredPlugins } from './admission-plugins.ts';
import { advertisedAddress } from './advertised-address.ts';
import { logDataLoss } from './damaged-data.ts';
import { type KubeletOptions, kubeletAccess } from './kubelet-access.ts';
import type { ClusterNodes } from './node-runtime/node-runtime.ts';
import { lifecycleTimes, type NodeTimeouts } from './node-runtime/node-timeouts.ts';
import type { ObjectEncryption } from './object-store-encryption.ts';
import { listenOnFree, type PortChoice } from './port-advice.ts';
import { clusterObjects } from './stored-files.ts';
import { functionWorkflowAdmission } from './workflow-admission.ts';

/** Longer than any process runs: the tokens are kept in memory and end with it. */
const NODE_TOKEN_MS = 10 * 365 * 24 * 3_600_000;

/** Where programs in the cluster find the API server, and with it the keys of its tokens. */
const SERVICE_ACCOUNT_ISSUER = 'https://kubernetes.default.svc.cluster.local';

export interface EmbeddedClusterOptions {
  readonly directory: DataDirectory;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Lets the next free port take the place of one that is taken, and reports that. @default a taken port is an error */
  readonly onPortTaken?: PortChoice['onTaken'];
  readonly adminToken: string;
  readonly nodes: ClusterNodes;
  /** How pods are placed that name no scheduler. @default 'default' */
  readonly schedulerPolicy?: PolicyName;
  /** How long nodes may be silent, and pods stay there. @default as with Kubernetes */
  readonly patience?: NodeTimeouts;
  /** Admission plug-ins with a configuration. @default none */
  readonly configuredPlugins?: ConfiguredPlugins;
  readonly kubelets?: KubeletOptions;
  /** Ports this process listens on, to which no node may lead; the API server's own is added. @default none */
  readonly ownPorts?: Set<number>;
  /** Where controllers and scheduler are measured. @default nowhere */
  readonly metrics?: MetricRegistry;
  /** Of all ports of this process. @default connections are not bounded */
  readonly guard?: ConnectionGuard;
  /** How objects are encrypted on the disk. @default not at all */
  readonly encryption?: ObjectEncryption;
  /** Wraps the handler of the API server, to record requests. @default nothing */
  readonly around?: (handler: ApiHandler) => ApiHandler;
  /** Start with what can be read of damaged files. @default false */
  readonly acceptDataLoss?: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** A Kubernetes of our own, running: API server on its port, controllers, scheduler, nodes. */
export interface EmbeddedCluster {
  readonly url: string;
  /** The certificate authority clients must trust, PEM. */
  readonly ca: string;
  /** The administrator's client, in this process, without a socket. */
  readonly client: KubeClient;
  close(): Promise<void>;
}

/** How long controllers may take to end, besides the pods of a node. */
const STOP_GRACE_MS = 30_000;

export async function startEmbeddedCluster(options: EmbeddedClusterOptions): Promise<EmbeddedCluster> {
  const { directory, host, port, clock, random, logger } = options;
  const open = new Disposables();
  try {
    const address = advertisedAddress(host, networkInterfaces());
    const renewal = await CertificateRenewal.open({
      directory: directory.certificates,
      hosts: address === undefined ? [host] : [host, address],
      clock,
      random,
      logger: logger.child({ part: 'apiserver' }),
    });
    const certificates = renewal.serving;
    const { encryption } = options;
    const storage = await nameFileOnFullDisk(clusterObjects(directory), () =>
      fileStorage({
        directory: directory.clusterStorage,
        logger,
        acceptDataLoss: options.acceptDataLoss ?? false,
        onDataLoss: logDataLoss(logger),
        ...(encryption && { codec: encryption.codec }),
      }),
    );
    open.add(() => storage.close());
    if (encryption !== undefined) open.add(encryption.follow(storage, { clock, logger }));
    const { ownPorts = new Set<number>() } = options;
    const network = tlsNodeConnections({
      get cert() {
        return renewal.kubeletClient.cert;
      },
      get key() {
        return renewal.kubeletClient.key;
      },
      ...kubeletAccess({
        ...options.kubelets,
        clusterCa: certificates.ca,
        ports: ownPorts,
        hasSigned: (node) => apiServer.hasServingCertificate(node),
      }),
    });
    const apiServer: ApiServer = await createApiServer({
      storage,
      clock,
      random,
      logger: logger.child({ part: 'apiserver' }),
      authenticators: [
        certificateAuthenticator({ clock }),
        tokenAuthenticator([{ token: options.adminToken, user: ADMIN_USER }]),
      ],
      serviceAccounts: {
        signer: await loadServiceAccountSigner({ directory: directory.certificates }),
        issuer: SERVICE_ACCOUNT_ISSUER,
      },
      rootCa: certificates.ca,
      clientCa: certificates.ca,
      frontProxy: renewal.frontProxy,
      // Before ResourceQuota: what it refuses must not be charged.
      admission: [functionWorkflowAdmission, ...admissionPlugins(options.configuredPlugins, options.patience)],
      ...(options.guard && { metrics: options.guard.metrics() }),
      nodes: connectionsBy((node) =>
        options.nodes.has(node.metadata.name ?? '') || isSimulated(node) ? options.nodes.connections : network,
      ),
    });
    open.add(() => apiServer.close());
    const handler = options.around?.(apiServer.handler) ?? apiServer.handler;
    const listener = await listenOnFree({ port, onTaken: options.onPortTaken }, (port) =>
      serveApi({
        handler,
        host,
        port,
        tls: { key: certificates.key, cert: certificates.cert, clientCa: certificates.ca },
        authenticate: apiServer.authenticate,
        logger: logger.child({ part: 'apiserver' }),
        ...(options.guard && { guard: options.guard }),
      }),
    );
    open.add(() => listener.close());
    ownPorts.add(listener.port);
    renewal.onRenewed(({ ca, key, cert }) => listener.renew({ key, cert, clientCa: ca }));
    open.add(renewal.start());
    if (address !== undefined) await apiServer.advertise({ address, port: listener.port });

    const authority = await loadCertificateAuthority({ directory: directory.certificates, clock, random });
    const clientAs = (user: UserInfo): KubeClient => createKubeClient(loopbackTransport(handler, user));
    const manager = createManager({
      ...controllerClients(clientAs),
      ...{ clock, random, logger: logger.child({ part: 'controllers' }) },
      ...(options.metrics && { metrics: options.metrics }),
      stopGraceMs: STOP_GRACE_MS + (options.nodes.shutdownMs ?? 0),
    });
    const builtin = builtinControllers({
      scheduler: { policy: options.schedulerPolicy ?? 'default' },
      ...(options.patience && { nodeLifecycle: lifecycleTimes(options.patience) }),
      storage: { localPath: { root: directory.volumes }, standard: options.nodes.standardVolumes },
      authority,
    });
    const { ephemeralTokens } = apiServer;
    const nodeModules = options.nodes.modules({
      ...{ host, port: listener.port, ca: certificates.ca },
      nodeClient: (node) => clientAs(nodeUser(node)),
      tokenFor: (user) => ephemeralTokens.issue(user, NODE_TOKEN_MS).token,
      servingCertificate: (node, hosts) =>
        makeKubeletServingCertificate(node, hosts, { directory: directory.certificates, clock, random }),
    });
    manager.with(...builtin, ...nodeModules);
    const stop = new AbortController();
    const running = manager.run(stop.signal);
    open.add(async () => {
      stop.abort();
      await running;
    });
    await Promise.race([manager.ready, running]);
    const url = `https://${host}:${listener.port}`;
    return { url, ca: certificates.ca, client: clientAs(ADMIN_USER), close: () => open.dispose() };
  } catch (error) {
    await open.dispose();
    throw error;
  }
}

function isSimulated({ metadata }: Node): boolean {
  return metadata.labels?.[SIMULATED_LABEL] === 'true';
}
