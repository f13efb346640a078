import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import type { TlsNodeConnectionsOptions } from '@kubemin/apiserver';
import { documentMessages } from '../messages/index.ts';
import { CliError, ExitCode, failureReason } from '../terminal/index.ts';

/** What is chosen about kubelets on the network. */
export interface KubeletOptions {
  /** Lets them run on this machine, for development clusters. @default false */
  readonly allowLocal?: boolean | undefined;
  /** PEM of the authority that must have signed their certificates. @default the cluster's, for those it has signed */
  readonly authority?: string | undefined;
}

export interface KubeletAccessOptions extends KubeletOptions {
  readonly clusterCa: string;
  /** Ports that this process listens on; more may come later. */
  readonly ports: ReadonlySet<number>;
  /** Whether the cluster's authority is known to have signed a certificate for the kubelet of a node. */
  hasSigned(node: string): boolean;
}

/** Which kubelets an API server on this machine connects to, and whose certificates it accepts. */
export function kubeletAccess({
  allowLocal = false,
  authority,
  clusterCa,
  ports,
  hasSigned,
}: KubeletAccessOptions): Pick<TlsNodeConnectionsOptions, 'local' | 'authority'> {
  return {
    local: { addresses: ownAddresses, ports: () => ports, allowKubelets: allowLocal },
    authority:
      authority === undefined ? { kind: 'cluster', ca: clusterCa, hasSigned } : { kind: 'required', ca: authority },
  };
}

/** Evaluated for each connection: interfaces change. */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));
}

/** Reads the file of --kubelet-certificate-authority. Throws a CliError unless it holds a certificate. */
export async function readKubeletAuthority(file: string, cwd: string): Promise<string> {
  try {
    const pem = await readFile(resolve(cwd, file), 'utf8');
    // Throws for what is no certificate: found now, and not at the first log.
    new X509Certificate(pem);
    return pem;
  } catch (cause) {
    throw new CliError(documentMessages.unreadable({ name: file, why: failureReason(cause) }), {
      code: 'KUBELET_AUTHORITY_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: documentMessages.checkPath,
      cause,
    });
  }
}
