import type { PlatformClient } from '@kubemin/client';
import {
  type DataDirectory,
  type Endpoints,
  isHeld,
  localClient,
  oneTimeLoginUrl,
  readAdminToken,
  readEndpoints,
  webAddress,
} from '../../connection/index.ts';
import { upMessages } from '../../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../../terminal/index.ts';
import { type DemoMode, deployDemo } from '../demo.ts';
import { upSummary } from './up-summary.ts';

/** A running KubeMin of a data directory that responds. */
export interface RunningPlatform {
  readonly endpoints: Endpoints;
  readonly client: PlatformClient;
}

const POLL_MS = 25;
const PATIENCE_MS = 60_000;

/**
 * Waits until the KubeMin that holds the directory is ready; undefined if it is not held, or no longer. Throws a
 * CliError when the wait takes too long, or Ctrl-C ends it.
 */
export async function runningPlatform(
  context: CommandContext,
  directory: DataDirectory,
): Promise<RunningPlatform | undefined> {
  const { clock, interrupted, timeoutMs = PATIENCE_MS } = context;
  const deadline = clock.monotonic() + timeoutMs;
  while (isHeld(directory.lock)) {
    const endpoints = await readEndpoints(directory.endpoints);
    const token = await readAdminToken(directory.adminToken);
    if (endpoints !== undefined && token !== undefined) {
      return { endpoints, client: localClient({ url: endpoints.platform, token }) };
    }
    if (interrupted.aborted) throw notWaitedFor(directory);
    if (clock.monotonic() > deadline) {
      throw new CliError(upMessages.stillStarting({ directory: directory.path }), {
        code: 'STILL_STARTING',
        exitCode: ExitCode.waitTimedOut,
        hint: upMessages.lookAt({ file: directory.log }),
      });
    }
    await clock.sleep(POLL_MS, interrupted);
  }
  return undefined;
}

/** The wait was interrupted; the other KubeMin continues to start. */
export function notWaitedFor({ path }: DataDirectory): CliError {
  return new CliError(upMessages.notWaitedFor({ directory: path }), {
    code: 'INTERRUPTED',
    exitCode: ExitCode.interrupted,
    hint: upMessages.waitAgain,
  });
}

/** What to do with a KubeMin that runs. */
export interface JoinOptions {
  readonly directory: DataDirectory;
  readonly demo: DemoMode | undefined;
}

/** Does with a running KubeMin what a start does with its own: the demo where it is asked for, and the summary. */
export async function joinPlatform(
  context: CommandContext,
  { endpoints, client }: RunningPlatform,
  { directory, demo: wish }: JoinOptions,
): Promise<ExitCode> {
  const deployed = wish && (await deployDemo(context, client, { directory, wish }));
  if (context.interrupted.aborted) return ExitCode.interrupted;
  const application = deployed?.application;
  const loginUrl = await oneTimeLoginUrl(client, webAddress(endpoints.platform, { page: 'home' }));
  context.terminal.out(upSummary(context, { directory, endpoints, place: 'background', application, loginUrl }));
  return deployed?.exitCode ?? ExitCode.ok;
}
