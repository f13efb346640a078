import { toError } from '@kubemin/base';
import type { Container, Pod, Probe } from '@kubemin/kubeapi/types/core.v1';
import { checkGrpc } from './grpc-check.ts';
import { checkHttp, checkTcp } from './network-checks.ts';

/** How one look at a container ended. `warning` succeeds, and is recorded. */
export interface ProbeOutcome {
  readonly result: 'success' | 'failure' | 'warning';
  /** What was seen, for events. */
  readonly message: string;
}

/** What probes look at. */
export interface ProbeTarget {
  /** The address of the pod. */
  readonly address: string;
  /** Runs a command in the container; resolves with its exit code and the beginning of its output. */
  exec(
    command: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly exitCode: number; readonly output: string }>;
}

interface CheckSubject {
  readonly pod: Pod;
  readonly container: Container;
  readonly target: ProbeTarget;
}

/** One look, by whichever way the probe names. Never rejects. */
export async function checkOnce(
  probe: Pick<Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'>,
  subject: CheckSubject,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const { container, target } = subject;
  try {
    if (probe.exec !== undefined) return await checkCommand(probe.exec.command ?? [], target, signal);
    if (probe.httpGet !== undefined) {
      const { host, port, path = '/', scheme = 'HTTP', httpHeaders = [] } = probe.httpGet;
      const place = { host: host ?? target.address, port: portNumber(container, port) };
      return await checkHttp({ ...place, path, isSecure: scheme === 'HTTPS', headers: httpHeaders }, signal);
    }
    if (probe.tcpSocket !== undefined) {
      const { host, port } = probe.tcpSocket;
      return await checkTcp({ host: host ?? target.address, port: portNumber(container, port) }, signal);
    }
    if (probe.grpc !== undefined) {
      return await checkGrpc(
        { host: target.address, port: probe.grpc.port, service: probe.grpc.service ?? '' },
        signal,
      );
    }
    return { result: 'failure', message: 'missing probe handler' };
  } catch (error) {
    return { result: 'failure', message: toError(error).message };
  }
}

async function checkCommand(
  command: readonly string[],
  target: ProbeTarget,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const { exitCode, output } = await target.exec(command, signal);
  if (signal.aborted) return { result: 'failure', message: `command timed out: ${JSON.stringify(command.join(' '))}` };
  return { result: exitCode === 0 ? 'success' : 'failure', message: output };
}

/** A port by number, or by the name that the container gives it. */
function portNumber({ ports = [] }: Container, port: string | number): number {
  const number = Number(port);
  if (Number.isInteger(number)) return number;
  const named = ports.find(({ name }) => name === port);
  if (named === undefined) throw new TypeError(`couldn't find port: ${JSON.stringify(port)}`);
  return named.containerPort;
}
