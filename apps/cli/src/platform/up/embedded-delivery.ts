import type { Logger, MetricRegistry } from '@kubemin/base';
import type { ConnectionGuard } from '@kubemin/base/connections';
import type { ReloadingVault } from '@kubemin/base/vault';
import { renderKubeconfig } from '@kubemin/kube';
import type { DataDirectory } from '../../connection/index.ts';
import { DEMO_IMAGES } from '../../images/index.ts';
import { nodeMessages, upMessages } from '../../messages/index.ts';
import { type SettingValues, serverSettings } from '../../settings/index.ts';
import { type CommandContext, inAllLanguages, updateFile } from '../../terminal/index.ts';
import { readAdmissionFile } from '../admission-plugins.ts';
import { withDamageAdvice } from '../damaged-data.ts';
import type { DemoMode } from '../demo.ts';
import { startEmbeddedCluster } from '../embedded-cluster.ts';
import { readKubeletAuthority } from '../kubelet-access.ts';
import { chooseNodeRuntime, retireOthers } from '../node-runtime/choose-node-runtime.ts';
import { programDirectories } from '../node-runtime/machine-runtimes.ts';
import { readKubeletFile, readRulesFile } from '../node-runtime/node-files.ts';
import { heartbeatInterval } from '../node-runtime/node-timeouts.ts';
import { objectEncryption } from '../object-store-encryption.ts';
import { withPortAdvice } from '../port-advice.ts';
import { clusterObjects, recordStoredFiles, requireStoredFiles } from '../stored-files.ts';
import type { DeliveryCluster } from './delivery-cluster.ts';
import { canMovePort } from './moved-port.ts';

/** What an embedded cluster is made with. */
export interface EmbeddedDeliveryOptions {
  readonly values: SettingValues;
  readonly directory: DataDirectory;
  readonly adminToken: string;
  readonly context: CommandContext;
  readonly logger: Logger;
  /** Ports this process listens on, to which no node may lead. */
  readonly ownPorts: Set<number>;
  /** Where controllers and scheduler are measured. */
  readonly metrics: MetricRegistry;
  /** The keys of the platform, and where they come from. */
  readonly vault: ReloadingVault;
  readonly keyFile: string;
  /** Of all ports of this process. */
  readonly guard: ConnectionGuard;
  /** Whether the demo will be deployed: its images are made meanwhile. */
  readonly demo: DemoMode | undefined;
}

const HOST = '127.0.0.1';

/** Starts a cluster of our own, and writes the kubeconfig that opens it. */
export async function embeddedDelivery({
  values,
  context,
  ...rest
}: EmbeddedDeliveryOptions): Promise<DeliveryCluster> {
  const { clock, random, cwd } = context;
  const options = { ...rest, clock, random };
  const { directory, adminToken } = options;
  const { program } = context;
  const machine = {
    directory,
    programDirectories: programDirectories(context.env),
    program,
    clock,
    random,
    logger: options.logger,
  };
  const { name, runtime, notes } = await chooseNodeRuntime(values.get(serverSettings.runtime), machine);
  const rulesFile = values.get(serverSettings.simulationRules);
  const rules = rulesFile === undefined ? undefined : await readRulesFile(rulesFile, cwd);
  const kubeletFile = values.get(serverSettings.kubeletConfig);
  const kubelet = kubeletFile === undefined ? undefined : await readKubeletFile(kubeletFile, cwd);
  const admissionFile = values.get(serverSettings.admissionControlConfigFile);
  const configuredPlugins = await readAdmissionFile(admissionFile, cwd);
  const patience = {
    graceMs: values.get(serverSettings.nodeMonitorGracePeriod),
    evictionMs: values.get(serverSettings.podEvictionTimeout),
  };
  const simulated =
    name === 'simulated' || values.isSet(serverSettings.nodes) ? values.get(serverSettings.nodes) : undefined;
  const listen = (setting: 'ingressPort' | 'ingressTlsPort') => ({
    port: values.get(serverSettings[setting]),
    onTaken: canMovePort(context, values, setting),
  });
  const nodes = await withPortAdvice(context, { command: 'up', flags: ['--ingress-port', '--ingress-tls-port'] }, () =>
    runtime.nodes({
      ...{ machine, simulated, rules, kubelet, renewMs: heartbeatInterval(patience) },
      egress: values.get(serverSettings.egress),
      ociRuntime: values.get(serverSettings.ociRuntime),
      mirrors: values.get(serverSettings.registryMirror),
      images: rest.demo === undefined ? [] : DEMO_IMAGES,
      ingress: { http: listen('ingressPort'), https: listen('ingressTlsPort') },
    }),
  );
  const total = (rules?.nodes ?? []).reduce((sum, group) => sum + group.count, simulated ?? 0);
  const port = values.get(serverSettings.kubePort);
  const configuration = values.get(serverSettings.encryptionProviderConfig);
  const encryption = await objectEncryption({ ...options, configuration, cwd });
  const schedulerPolicy = values.get(serverSettings.schedulerPolicy);
  const authorityFile = values.get(serverSettings.kubeletCertificateAuthority);
  const kubelets = {
    allowLocal: values.get(serverSettings.allowLocalKubelets),
    authority: authorityFile === undefined ? undefined : await readKubeletAuthority(authorityFile, cwd),
  };
  const acceptDataLoss = values.get(serverSettings.acceptDataLoss);
  const onPortTaken = canMovePort(context, values, 'kubePort');
  const chosen = { nodes, kubelets, schedulerPolicy, patience, acceptDataLoss, encryption, configuredPlugins };
  const objects = clusterObjects(directory);
  const cluster = await withDamageAdvice(directory, async () => {
    requireStoredFiles(directory, objects, { acceptDataLoss, logger: options.logger });
    return withPortAdvice(context, { command: 'up', flags: ['--kube-port'] }, () =>
      startEmbeddedCluster({ ...options, ...chosen, host: HOST, port, onPortTaken }),
    );
  });
  await recordStoredFiles(directory, objects);
  await retireOthers(name, machine, cluster.client);
  await nodes.createClasses?.(cluster.client);
  const { url, ca } = cluster;
  const kubeconfig = renderKubeconfig({ name: 'kubemin', server: url, ca, token: adminToken });
  await updateFile(directory.kubeconfig, kubeconfig, 0o600);
  return {
    client: cluster.client,
    endpoints: {
      ...{
        kubernetes: url,
        kubeconfig: directory.kubeconfig,
        nodes: {
          runtime: name,
          count: simulated ?? 0,
          machines: nodes.ingress === undefined ? 0 : 1,
          ...(nodes.shutdownMs !== undefined && { shutdownMs: nodes.shutdownMs }),
          notes: [...notes, ...(nodes.notes ?? [])].map(inAllLanguages),
        },
      },
      ...(nodes.ingress && { ingress: `http://${HOST}:${nodes.ingress.http}` }),
    },
    summary:
      name === 'simulated'
        ? upMessages.embedded({ url, nodes: total, runtime: name })
        : nodeMessages.summary({
            url,
            runtime: name,
            simulated: total > 0 ? nodeMessages.andSimulated({ count: total }) : undefined,
          }),
    ...(nodes.dialPod && { dialPod: nodes.dialPod }),
    ready: () => nodes.ready(cluster.client),
    close: async () => {
      await cluster.close();
      await nodes.close();
    },
  };
}
