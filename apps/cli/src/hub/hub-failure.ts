import { KubeminError, ListenError, RetryableError } from '@kubemin/base';
import { isWrittenWrongly } from '@kubemin/controller/app';
import { isStatusError } from '@kubemin/kubeapi';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { hubWords } from '../language/words/hub.ts';

/** What kept the hub from starting, with what to do about it. `server` is the cluster's. */
export function hubFailure(cause: unknown, server: string): unknown {
  if (isStatusError(cause) && (cause.httpCode === 401 || cause.httpCode === 403)) {
    return new CliError(
      inBoth(hubWords, (say) => say.clusterRefuses(server, cause.message)),
      {
        code: 'CLUSTER_REFUSES',
        exitCode: ExitCode.unauthenticated,
        hint: inBoth(hubWords, (say) => say.grantAccess),
        cause,
      },
    );
  }
  if (cause instanceof RetryableError) {
    return new CliError(
      inBoth(hubWords, (say) => say.clusterSilent(server, cause.message)),
      {
        code: 'CLUSTER_UNREACHABLE',
        exitCode: ExitCode.failed,
        hint: inBoth(hubWords, (say) => say.checkServer),
        cause,
      },
    );
  }
  if (!(cause instanceof KubeminError)) return cause;
  if (cause.code === 'DEFINITIONS_MISSING') {
    const hint = inBoth(hubWords, (say) => say.installDefinitions);
    return new CliError(cause.message, { code: cause.code, exitCode: ExitCode.failed, hint, cause });
  }
  if (cause instanceof ListenError) {
    const hint = inBoth(hubWords, (say) => say.chooseAddress);
    return new CliError(cause.message, { code: cause.code, exitCode: ExitCode.failed, hint, cause });
  }
  if (!isWrittenWrongly(cause)) return cause;
  const hint = inBoth(hubWords, (say) => say.explains);
  return new CliError(cause.message, { code: cause.code, exitCode: ExitCode.usage, hint, cause });
}
