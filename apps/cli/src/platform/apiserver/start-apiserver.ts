import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import {
  ADMIN_USER,
  type ApiServer,
  type Authenticator,
  CertificateRenewal,
  certificateAuthenticator,
  createApiServer,
  kubectlPolicy,
  loadServiceAccountSigner,
  localhostAuthenticator,
  type StorageDrivers,
  serveApi,
  type TokenUser,
  tlsNodeConnections,
  tokenAuthenticator,
  withForwardedPaths,
  withRequestTimeout,
} from '@kubemin/apiserver';
import { type Clock, Disposables, type Logger, type Random } from '@kubemin/base';
import { nameFileOnFullDisk } from '@kubemin/base/machine';
import type { DataDirectory } from '../../connection/index.ts';
import { admissionPlugins, type ConfiguredPlugins } from '../admission-plugins.ts';
import { advertisedAddress } from '../advertised-address.ts';
import { connectionGuard } from '../connection-guard.ts';
import { logDataLoss } from '../damaged-data.ts';
import { kubeletAccess } from '../kubelet-access.ts';
import type { ObjectEncryption } from '../object-store-encryption.ts';
import { recordStoredFiles, requireStoredFiles } from '../stored-files.ts';
import type { ApiserverSettings } from './apiserver-settings.ts';

export interface StartApiserverOptions {
  readonly settings: ApiserverSettings;
  readonly directory: DataDirectory;
  readonly drivers: StorageDrivers;
  readonly encryption: ObjectEncryption;
  /** Who is known by a static token: the administrator, and whom the token file names. */
  readonly tokens: readonly TokenUser[];
  /** Admission plug-ins with a configuration. */
  readonly configuredPlugins: ConfiguredPlugins;
  /** PEM of the authority that must have signed kubelets' certificates. */
  readonly kubeletAuthority?: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** A standalone API server, running. */
export interface RunningApiserver {
  readonly secureUrl: string;
  readonly insecureUrl: string | undefined;
  readonly ca: string;
  /** For kubectl, where static tokens are not welcome. */
  issueAdminToken(lifetimeMs: number): string;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const ISSUER = 'https://kubernetes.default.svc.cluster.local';

export async function startApiserver(options: StartApiserverOptions): Promise<RunningApiserver> {
  const { settings, directory, drivers, clock, random, logger } = options;
  const guard = connectionGuard(settings.connections, clock);
  const open = new Disposables();
  try {
    const address = advertisedAddress(settings.bindAddress, networkInterfaces());
    const renewal = await CertificateRenewal.open({
      directory: directory.certificates,
      hosts: address === undefined ? [settings.bindAddress] : [settings.bindAddress, address],
      clock,
      random,
      logger,
    });
    const certificates = renewal.serving;
    const objects = settings.fileRootpath ?? join(directory.path, 'objects');
    const file = join(objects, 'objects.sqlite');
    const { acceptDataLoss } = settings;
    if (settings.backend === 'file') requireStoredFiles(directory, file, { acceptDataLoss, logger });
    const storage = await nameFileOnFullDisk(file, () =>
      drivers.open(settings.backend, {
        directory: objects,
        acceptDataLoss,
        onDataLoss: logDataLoss(logger),
        codec: options.encryption.codec,
        logger,
      }),
    );
    if (settings.backend === 'file') await recordStoredFiles(directory, file);
    open.add(() => storage.close());
    open.add(options.encryption.follow(storage, { clock, logger }));
    const local = settings.allowLocalhost ? [localhostAuthenticator()] : [];
    const ownPorts = new Set<number>();
    const server: ApiServer = await createApiServer({
      storage,
      clock,
      random,
      logger,
      authenticators: [certificateAuthenticator({ clock }), tokenAuthenticator(options.tokens), ...local],
      serviceAccounts: {
        signer: await loadServiceAccountSigner({ directory: directory.certificates }),
        issuer: ISSUER,
      },
      metrics: guard.metrics(),
      admission: admissionPlugins(options.configuredPlugins),
      unrestrictedUpdate: settings.unrestrictedUpdate,
      rootCa: certificates.ca,
      clientCa: certificates.ca,
      frontProxy: renewal.frontProxy,
      nodes: tlsNodeConnections({
        get cert() {
          return renewal.kubeletClient.cert;
        },
        get key() {
          return renewal.kubeletClient.key;
        },
        ...kubeletAccess({
          ...{ allowLocal: settings.allowLocalKubelets, authority: options.kubeletAuthority },
          ...{ clusterCa: certificates.ca, ports: ownPorts },
          hasSigned: (node) => server.hasServingCertificate(node),
        }),
      }),
    });
    open.add(() => server.close());
    const { apiext } = settings;
    const handler = apiext === undefined ? server.handler : withForwardedPaths(server.handler, apiext);
    const shared = {
      handler: withRequestTimeout(handler, clock, settings.requestTimeoutMs),
      authenticate: forKubectl(server.authenticate, settings, clock),
      logger,
      guard,
    };
    const secure = await serveApi({
      ...shared,
      host: settings.bindAddress,
      port: settings.securePort,
      tls: { key: certificates.key, cert: certificates.cert, clientCa: certificates.ca },
    });
    open.add(() => secure.close());
    ownPorts.add(secure.port);
    renewal.onRenewed(({ ca, key, cert }) => secure.renew({ key, cert, clientCa: ca }));
    open.add(renewal.start());
    if (address !== undefined) await server.advertise({ address, port: secure.port });
    const { insecurePort } = settings;
    const insecure =
      insecurePort === undefined
        ? undefined
        : await serveApi({ ...shared, host: LOOPBACK, port: insecurePort, tls: 'none' });
    if (insecure !== undefined) {
      open.add(() => insecure.close());
      ownPorts.add(insecure.port);
    }
    return {
      secureUrl: `https://${settings.bindAddress}:${secure.port}`,
      insecureUrl: insecure && `http://${LOOPBACK}:${insecure.port}`,
      ca: certificates.ca,
      issueAdminToken: (lifetimeMs) => server.ephemeralTokens.issue(ADMIN_USER, lifetimeMs).token,
      close: () => open.dispose(),
    };
  } catch (error) {
    await open.dispose();
    throw error;
  }
}

function forKubectl(authenticate: Authenticator, settings: ApiserverSettings, clock: Clock): Authenticator {
  if (settings.kubectl === 'allowed') return authenticate;
  const rule =
    settings.kubectl === 'disabled'
      ? ({ kind: 'disabled' } as const)
      : ({ kind: 'ephemeral', maxRemainingMs: settings.ephemeralMs } as const);
  return kubectlPolicy(authenticate, { rule, clock });
}
