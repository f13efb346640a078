import { join } from 'node:path';
import type { NodeNetwork } from '../sandbox/index.ts';

/** What makes containers. */
export type OciRuntime = 'runc' | 'crun';

/** The files and directories of a private containerd, all of them below the directory of its node. */
export function containerdPaths(directory: string) {
  const at = (...names: readonly string[]): string => join(directory, ...names);
  return {
    config: at('containerd.toml'),
    socket: at('containerd.sock'),
    log: at('containerd.log'),
    record: at('containerd.stat'),
    network: at('cni'),
    addresses: at('cni-addresses'),
    /** Takes the place of /run/containerd, where sockets of shims are. */
    shims: at('shims'),
    /** Takes the place of /var/lib/cni, where plug-ins remember what they did. */
    results: at('cni-results'),
  };
}

export interface ContainerdConfigOptions {
  readonly directory: string;
  /** Absolute paths of those that are installed; the first is used where a pod names none. */
  readonly ociRuntimes: readonly { readonly name: OciRuntime; readonly program: string }[];
  /** Where the plug-ins for networks are. */
  readonly pluginDirectory: string;
  /** The image of the process that holds the namespaces of a pod, by its id. */
  readonly pauseImage: string;
}

/**
 * The configuration of a containerd that shares nothing with others of the machine. Scores for ending processes are not lowered, as the
 * right to do so is rare in containers; sandboxes could not start there.
 */
export function containerdConfig(options: ContainerdConfigOptions): string {
  const { directory, ociRuntimes, pluginDirectory, pauseImage } = options;
  const at = (...names: readonly string[]): string => tomlText(join(directory, ...names));
  const paths = containerdPaths(directory);
  const [first] = ociRuntimes;
  const runtimes = ociRuntimes.flatMap(({ name, program }) => [
    `[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.${name}]`,
    'runtime_type = "io.containerd.runc.v2"',
    `[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.${name}.options]`,
    `BinaryName = ${tomlText(program)}`,
    `Root = ${at(name)}`,
    'SystemdCgroup = false',
  ]);
  const unused = ['aufs', 'btrfs', 'devmapper', 'zfs'].map((name) => `io.containerd.snapshotter.v1.${name}`);
  return [
    'version = 2',
    `root = ${at('root')}`,
    `state = ${at('state')}`,
    'oom_score = 0',
    `disabled_plugins = ${JSON.stringify([...unused, 'io.containerd.internal.v1.restart'])}`,
    '[debug]',
    'level = "warn"',
    '[grpc]',
    `address = ${tomlText(paths.socket)}`,
    '[ttrpc]',
    `address = ${tomlText(`${paths.socket}.ttrpc`)}`,
    '[plugins."io.containerd.internal.v1.opt"]',
    `path = ${at('opt')}`,
    '[plugins."io.containerd.grpc.v1.cri"]',
    `sandbox_image = ${tomlText(pauseImage)}`,
    'restrict_oom_score_adj = true',
    'disable_apparmor = true',
    'stream_server_address = "127.0.0.1"',
    'stream_server_port = "0"',
    'netns_mounts_under_state_dir = true',
    'enable_unprivileged_ports = true',
    'enable_unprivileged_icmp = true',
    'tolerate_missing_hugetlb_controller = true',
    '[plugins."io.containerd.grpc.v1.cri".cni]',
    `bin_dir = ${tomlText(pluginDirectory)}`,
    `conf_dir = ${tomlText(paths.network)}`,
    'max_conf_num = 1',
    '[plugins."io.containerd.grpc.v1.cri".containerd]',
    'snapshotter = "overlayfs"',
    // The store of the node has them.
    'discard_unpacked_layers = true',
    `default_runtime_name = ${tomlText(first?.name ?? 'runc')}`,
    ...runtimes,
    '',
  ].join('\n');
}

/**
 * The network of pods: a pair of devices for each, and routes. Services, hairpins and policies work without settings of bridges, which
 * many kernels lack; ports of the node are forwarded by its service proxy.
 */
export function networkConfig(directory: string, { podPrefix, nodeAddress }: NodeNetwork): string {
  const range = { subnet: `${podPrefix}.0/24`, gateway: nodeAddress };
  const ipam = {
    ...{ type: 'host-local', dataDir: containerdPaths(directory).addresses },
    ...{ ranges: [[range]], routes: [{ dst: '0.0.0.0/0' }] },
  };
  return JSON.stringify({ cniVersion: '0.4.0', name: 'kubemin', plugins: [{ type: 'ptp', ipMasq: false, ipam }] });
}

/** A basic string of TOML: what JSON escapes is escaped in the same way. */
function tomlText(text: string): string {
  return JSON.stringify(text);
}
