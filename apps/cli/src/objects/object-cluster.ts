import { existsSync } from 'node:fs';
import { RetryableError } from '@kubemin/base';
import { createKubeClient, httpTransport, type KubeClient } from '@kubemin/kube';
import { isStatusError, StatusError } from '@kubemin/kubeapi';
import { CliError } from '../cli-error.ts';
import { clusterAccess } from '../cluster-access.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { objectWords } from '../language/words/object.ts';
import { nearestDataDirectory } from '../locate.ts';

const EXIT_BY_REASON: Readonly<Record<string, ExitCode>> = {
  NotFound: ExitCode.notFound,
  Conflict: ExitCode.conflict,
  AlreadyExists: ExitCode.conflict,
  Invalid: ExitCode.invalid,
  BadRequest: ExitCode.invalid,
  Unauthorized: ExitCode.unauthenticated,
  Forbidden: ExitCode.unauthenticated,
};

type Advice = 'seeObjects' | 'applyAgain' | 'mendObject' | 'otherAccount';

const ADVICE_BY_EXIT: Readonly<Partial<Record<ExitCode, Advice>>> = {
  [ExitCode.notFound]: 'seeObjects',
  [ExitCode.conflict]: 'applyAgain',
  [ExitCode.invalid]: 'mendObject',
  [ExitCode.unauthenticated]: 'otherAccount',
};

/** Does something with the cluster of the nearest KubeMin, or with the one of a kubeconfig that was named. */
export async function withCluster<T>(
  context: CommandContext,
  kubeconfig: string | undefined,
  use: (client: KubeClient) => Promise<T>,
): Promise<T> {
  const own = nearestDataDirectory(context).kubeconfig;
  const told = kubeconfig ?? (existsSync(own) ? own : undefined);
  const transport = httpTransport({ ...clusterAccess(context, { kubeconfig: told, context: undefined }) });
  try {
    return await use(createKubeClient(transport.handler));
  } catch (error) {
    throw inWords(error);
  } finally {
    transport.close();
  }
}

/** A refusal of the cluster as an error of this command; anything else as it is. */
export function inWords(error: unknown): unknown {
  if (error instanceof StatusError) {
    const exitCode = EXIT_BY_REASON[error.reason] ?? ExitCode.failed;
    const advice = ADVICE_BY_EXIT[exitCode] ?? 'isItUp';
    return new CliError(error.message, {
      code: error.code,
      exitCode,
      hint: inBoth(objectWords, (say) => say[advice]),
      cause: error,
    });
  }
  if (error instanceof RetryableError) {
    return new CliError(
      inBoth(objectWords, (say) => say.unreachable(error.message)),
      { code: error.code, exitCode: ExitCode.failed, hint: inBoth(objectWords, (say) => say.isItUp), cause: error },
    );
  }
  return error;
}

/** Whether an object, or what it stands in, is not there. */
export function isNotFound(error: unknown): boolean {
  return isStatusError(error, 'NotFound');
}
