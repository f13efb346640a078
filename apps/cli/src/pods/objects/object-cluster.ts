import { RetryableError } from '@kubemin/base';
import { type ClusterAccess, createKubeClient, httpTransport, type KubeClient } from '@kubemin/kube';
import { isStatusError, StatusError } from '@kubemin/kubeapi';
import { type ClusterOptions, selectCluster } from '../../connection/index.ts';
import { objectMessages, podMessages } from '../../messages/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason } from '../../terminal/index.ts';

const EXIT_BY_REASON: Readonly<Record<string, ExitCode>> = {
  NotFound: ExitCode.notFound,
  Conflict: ExitCode.conflict,
  AlreadyExists: ExitCode.conflict,
  Invalid: ExitCode.invalid,
  BadRequest: ExitCode.invalid,
  Unauthorized: ExitCode.unauthenticated,
  Forbidden: ExitCode.unauthenticated,
};

type Advice = 'seeObjects' | 'applyAgain' | 'fixObject' | 'otherAccount';

const ADVICE_BY_EXIT: Readonly<Partial<Record<ExitCode, Advice>>> = {
  [ExitCode.notFound]: 'seeObjects',
  [ExitCode.conflict]: 'applyAgain',
  [ExitCode.invalid]: 'fixObject',
  [ExitCode.unauthenticated]: 'otherAccount',
};

/** Does something with the selected cluster. */
export async function withCluster<T>(
  context: CommandContext,
  options: ClusterOptions,
  use: (client: KubeClient, access: ClusterAccess) => Promise<T>,
): Promise<T> {
  const access = await selectCluster(context, options);
  const transport = httpTransport({ ...access });
  try {
    return await use(createKubeClient(transport.handler), access);
  } catch (error) {
    throw toCommandError(error);
  } finally {
    transport.close();
  }
}

/** A refusal of the cluster as an error of this command; anything else as it is. */
export function toCommandError(error: unknown): unknown {
  if (error instanceof StatusError) {
    const exitCode = EXIT_BY_REASON[error.reason] ?? ExitCode.failed;
    const advice = ADVICE_BY_EXIT[exitCode] ?? 'isItUp';
    return new CliError(error.text, {
      code: error.code,
      exitCode,
      hint: objectMessages[advice],
      cause: error,
    });
  }
  if (error instanceof RetryableError) {
    return new CliError(objectMessages.unreachable({ why: failureReason(error) }), {
      code: error.code,
      exitCode: ExitCode.failed,
      hint: objectMessages.isItUp,
      cause: error,
    });
  }
  return error;
}

/** Whether an object, or what it stands in, is not there. */
export function isNotFound(error: unknown): boolean {
  return isStatusError(error, 'NotFound');
}

const ABOUT_PODS: readonly ExitCode[] = [ExitCode.notFound, ExitCode.invalid];

/** As withCluster, for commands about pods: what is refused was not written in a file, but named or asked for. */
export async function withPods<T>(
  context: CommandContext,
  options: ClusterOptions,
  use: (client: KubeClient, access: ClusterAccess) => Promise<T>,
): Promise<T> {
  try {
    return await withCluster(context, options, use);
  } catch (error) {
    if (!(error instanceof CliError && error.cause instanceof StatusError)) throw error;
    if (!ABOUT_PODS.includes(error.exitCode)) throw error;
    const { code, exitCode, cause } = error;
    throw new CliError(error.text, { code, exitCode, cause, hint: podMessages.seePods });
  }
}
