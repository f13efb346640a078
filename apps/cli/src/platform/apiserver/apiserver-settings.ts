import type { ForwardedPaths } from '@kubemin/apiserver';
import { type LogLevel, parseGoDuration } from '@kubemin/base';
import type { ConnectionLimitChoices } from '@kubemin/base/connections';
import type { Message } from '@kubemin/base/message';
import { apiserverFlagMessages } from '../../messages/index.ts';
import type { ApiserverFlags } from './apiserver-options.ts';

/** What the flags mean. */
export interface ApiserverSettings {
  readonly backend: string;
  /** Where the `file` backend keeps objects. @default a folder of the data directory */
  readonly fileRootpath: string | undefined;
  /** Start with what can be read of damaged files. */
  readonly acceptDataLoss: boolean;
  readonly tokenAuthFile: string | undefined;
  /** File with an EncryptionConfiguration. @default Secrets are encrypted with keys of the data directory */
  readonly encryptionProviderConfig: string | undefined;
  /** File with an AdmissionConfiguration. @default plug-ins as they are without one */
  readonly admissionControlConfigFile: string | undefined;
  readonly allowLocalhost: boolean;
  readonly kubectl: 'allowed' | 'disabled' | 'ephemeral';
  readonly ephemeralMs: number;
  readonly unrestrictedUpdate: boolean;
  readonly requestTimeoutMs: number;
  /** Where requests for the extension API are forwarded to; undefined: nowhere. */
  readonly apiext: ForwardedPaths | undefined;
  /** Whether kubelets may listen on this machine; off unless asked for. */
  readonly allowLocalKubelets: boolean;
  /** File with the authority that must have signed kubelets' certificates. @default the cluster's, for those it has signed */
  readonly kubeletCertificateAuthority: string | undefined;
  readonly bindAddress: string;
  /** 0 picks a free one. */
  readonly securePort: number;
  /** undefined: no plain HTTP. It is only ever opened on 127.0.0.1. */
  readonly insecurePort: number | undefined;
  readonly logLevel: LogLevel;
  readonly connections: ConnectionLimitChoices;
}

export type ReadSettings =
  | { readonly kind: 'settings'; readonly settings: ApiserverSettings }
  | { readonly kind: 'problems'; readonly problems: readonly Message[] };

const DEBUG_VERBOSITY = 4;
const MAX_PORT = 65_535;

/** Reads the flags, and names everything that is wrong with them at once. */
export function readApiserverSettings(flags: ApiserverFlags, backends: readonly string[]): ReadSettings {
  const problems: Message[] = [];
  const read = new FlagReader(problems);
  const backend = flags.backend ?? 'file';
  if (!backends.includes(backend)) {
    problems.push(apiserverFlagMessages.unknownBackend({ backend, known: backends.join(', ') }));
  }
  if (flags.etcdServers !== undefined && backend !== 'etcd') {
    problems.push(apiserverFlagMessages.needsFlag({ flag: '--etcd-servers', other: '--backend etcd' }));
  }
  if (flags.fileRootpath !== undefined && backend !== 'file') {
    problems.push(apiserverFlagMessages.needsFlag({ flag: '--file-rootpath', other: '--backend file' }));
  }
  const disabled = read.boolean('--kubectl-disabled', flags.kubectlDisabled);
  const ephemeral = read.boolean('--kubectl-ephemeral-token', flags.kubectlEphemeralToken);
  if (disabled && ephemeral) {
    problems.push(apiserverFlagMessages.kubectlConflict);
  }
  if (flags.kubectlEphemeralDuration !== undefined && !ephemeral) {
    problems.push(
      apiserverFlagMessages.needsFlag({ flag: '--kubectl-ephemeral-duration', other: '--kubectl-ephemeral-token' }),
    );
  }
  const insecurePort = read.port('--insecure-port', flags.insecurePort, 6080);
  const verbosity = read.verbosity('-v', flags.v);
  const settings: ApiserverSettings = {
    backend,
    fileRootpath: flags.fileRootpath,
    acceptDataLoss: read.boolean('--accept-data-loss', flags.acceptDataLoss),
    tokenAuthFile: flags.tokenAuthFile,
    encryptionProviderConfig: flags.encryptionProviderConfig,
    admissionControlConfigFile: flags.admissionControlConfigFile,
    allowLocalhost: read.boolean('--authn-allow-localhost', flags.authnAllowLocalhost),
    kubectl: disabled ? 'disabled' : ephemeral ? 'ephemeral' : 'allowed',
    ephemeralMs: read.duration('--kubectl-ephemeral-duration', flags.kubectlEphemeralDuration, 3_600_000),
    unrestrictedUpdate: read.boolean('--unrestricted-update', flags.unrestrictedUpdate),
    requestTimeoutMs: read.duration('--request-timeout', flags.requestTimeout, 60_000),
    apiext: read.forwarded(flags.apiextUrl, flags.apiextPrefix),
    allowLocalKubelets: read.boolean('--allow-local-kubelets', flags.allowLocalKubelets),
    kubeletCertificateAuthority: flags.kubeletCertificateAuthority,
    bindAddress: flags.bindAddress ?? '127.0.0.1',
    securePort: read.port('--secure-port', flags.securePort, 6443),
    insecurePort: insecurePort === 0 ? undefined : insecurePort,
    logLevel: verbosity >= DEBUG_VERBOSITY ? 'debug' : 'info',
    connections: {
      unauthenticated: read.count('--unauthenticated-connections', flags.unauthenticatedConnections),
      unauthenticatedPerAddress: read.count(
        '--unauthenticated-connections-per-address',
        flags.unauthenticatedConnectionsPerAddress,
      ),
      unauthenticatedIdleMs: read.duration('--unauthenticated-timeout', flags.unauthenticatedTimeout, 30_000),
      authenticated: read.count('--authenticated-connections', flags.authenticatedConnections),
    },
  };
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'settings', settings };
}

/** Reads single flags, and keeps going after a wrong one so that all are found. */
class FlagReader {
  readonly #problems: Message[];

  constructor(problems: Message[]) {
    this.#problems = problems;
  }

  boolean(name: string, value: string | undefined): boolean {
    if (value === undefined || value === 'false') return false;
    if (value !== 'true') this.#problems.push(apiserverFlagMessages.trueOrFalse({ name, value }));
    return true;
  }

  duration(name: string, value: string | undefined, otherwise: number): number {
    if (value === undefined) return otherwise;
    const ms = parseGoDuration(value);
    if (ms === undefined || ms <= 0) this.#problems.push(apiserverFlagMessages.duration({ name, value }));
    return ms ?? otherwise;
  }

  count(name: string, value: string | undefined): number | undefined {
    if (value === undefined) return undefined;
    if (!/^[1-9]\d{0,8}$/.test(value)) this.#problems.push(apiserverFlagMessages.count({ name, value }));
    return Number(value);
  }

  port(name: string, value: string | undefined, otherwise: number): number {
    if (value === undefined) return otherwise;
    const port = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!(port <= MAX_PORT)) this.#problems.push(apiserverFlagMessages.port({ name, value, max: MAX_PORT }));
    return port;
  }

  forwarded(url: string | undefined, prefix = 'apiext'): ForwardedPaths | undefined {
    const taken = ['api', 'apis', 'openapi', 'healthz', 'livez', 'readyz', 'version', 'metrics'];
    if (!/^[\w.-]+$/.test(prefix) || taken.includes(prefix)) {
      this.#problems.push(apiserverFlagMessages.apiextPrefix({ prefix }));
    }
    if (url === undefined) return undefined;
    const parsed = URL.parse(url);
    const isPlain = parsed !== null && /^https?:$/.test(parsed.protocol) && url.replace(/\/$/, '') === parsed.origin;
    if (!isPlain) this.#problems.push(apiserverFlagMessages.apiextUrl({ url }));
    return { url, prefix };
  }

  /** `-v=10`, as Go programs take it, reaches us with its equals sign. */
  verbosity(name: string, value: string | undefined): number {
    const text = value?.replace(/^=/, '') ?? '0';
    if (!/^\d+$/.test(text)) {
      this.#problems.push(apiserverFlagMessages.verbosity({ name, value: text, debug: DEBUG_VERBOSITY }));
    }
    return Number(text);
  }
}
