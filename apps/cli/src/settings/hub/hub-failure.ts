import { KubeminError, ListenError, RetryableError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { isUsageError } from '@kubemin/controller/app';
import { isStatusError } from '@kubemin/kubeapi';
import { hubMessages } from '../../messages/index.ts';
import { CliError, ExitCode, failureReason } from '../../terminal/index.ts';

/** What kept the hub from starting, with what to do about it. `server` is the cluster's. */
export function hubFailure(cause: unknown, server: string): unknown {
  if (isStatusError(cause) && (cause.httpCode === 401 || cause.httpCode === 403)) {
    return new CliError(hubMessages.clusterRefuses({ server, why: failureReason(cause) }), {
      code: 'CLUSTER_REFUSES',
      exitCode: ExitCode.unauthenticated,
      hint: hubMessages.grantAccess,
      cause,
    });
  }
  if (cause instanceof RetryableError) {
    return new CliError(hubMessages.clusterSilent({ server, why: failureReason(cause) }), {
      code: 'CLUSTER_UNREACHABLE',
      exitCode: ExitCode.failed,
      hint: hubMessages.checkServer,
      cause,
    });
  }
  if (!(cause instanceof KubeminError)) return cause;
  if (cause.code === 'DEFINITIONS_MISSING') {
    const hint = hubMessages.installDefinitions;
    return new CliError(errorMessage(cause), { code: cause.code, exitCode: ExitCode.failed, hint, cause });
  }
  if (cause instanceof ListenError) {
    const hint = hubMessages.chooseAddress;
    return new CliError(errorMessage(cause), { code: cause.code, exitCode: ExitCode.failed, hint, cause });
  }
  if (!isUsageError(cause)) return cause;
  const hint = hubMessages.explains;
  return new CliError(errorMessage(cause), { code: cause.code, exitCode: ExitCode.usage, hint, cause });
}
