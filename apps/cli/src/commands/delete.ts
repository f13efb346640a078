import type { PlatformClient } from '@kubemin/client';
import { PlatformError } from '@kubemin/client/error';
import { connect, findApplication, readLink } from '../connection/index.ts';
import { applicationMessages, objectMessages } from '../messages/index.ts';
import { showStartedRun } from '../runs/index.ts';
import { CliError, type CommandContext, confirm, ExitCode } from '../terminal/index.ts';

interface DeleteOptions {
  readonly app: string;
  /** Claims go too, and the data they hold. */
  readonly volumes: boolean;
  /** The application stays defined, and can be deployed again. */
  readonly keepDefinition: boolean;
  readonly wait: boolean;
}

export interface DeleteAnythingOptions extends Omit<DeleteOptions, 'app'> {
  readonly target: string | undefined;
  readonly object: string | undefined;
  readonly files: readonly string[];
  readonly namespace: string | undefined;
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

/** Deletes an application, or objects that belong to none. */
export async function deleteAnything(context: CommandContext, options: DeleteAnythingOptions): Promise<ExitCode> {
  const { target, object, files } = options;
  const isAboutObjects = object !== undefined || files.length > 0;
  const app = isAboutObjects ? undefined : (target ?? (await readLink(context))?.app);
  if (app !== undefined) return deleteApplication(context, { ...options, app });
  if (options.volumes || options.keepDefinition || !options.wait) {
    throw new CliError(objectMessages.whichObject, {
      code: 'DELETION_UNCLEAR',
      exitCode: ExitCode.usage,
      hint: objectMessages.appOnly,
    });
  }
  const { deleteObjects } = await import('../pods/index.ts');
  return deleteObjects(context, { ...options, kind: target });
}

/** Deletes what an application has in the cluster, and the application itself, as a run that is followed. */
async function deleteApplication(context: CommandContext, options: DeleteOptions): Promise<ExitCode> {
  const { terminal, style, translate } = context;
  const connection = await connect(context);
  const { client } = connection;
  const { id, name, namespace } = await findApplication(client, options.app);
  const consequences = {
    application: options.volumes
      ? applicationMessages.willBeDeletedWithData({ name, namespace })
      : applicationMessages.willBeDeleted({ name, namespace }),
    objects: options.volumes
      ? applicationMessages.willBeClearedWithData({ name, namespace })
      : applicationMessages.willBeCleared({ name, namespace }),
  };
  const consequence = consequences[options.keepDefinition ? 'objects' : 'application'];
  if (!(await confirm(context, { consequence }))) return ExitCode.interrupted;
  const keepsVolumes = options.wait && !options.volumes && (await hasVolumes(client, id));
  const deletion = { keepPvc: !options.volumes };
  const { taskId, number } = options.keepDefinition
    ? await client.cleanUpApplication(id, { ...deletion, wait: false })
    : await client.deleteApplication(id, deletion);
  terminal.err(`${style.bold(name)} ${translate(applicationMessages.beingDeleted({ run: number }))}\n`);
  const address = options.keepDefinition ? {} : { address: '' };
  const exitCode = await showStartedRun(context, connection, {
    taskId,
    number,
    appId: id,
    wait: options.wait,
    ...address,
  });
  if (exitCode === ExitCode.ok && keepsVolumes)
    terminal.err(`${translate(applicationMessages.volumesKept({ namespace }))}\n`);
  return exitCode;
}

/** Whether it has claims of its own, or copies that each have theirs. */
async function hasVolumes(client: PlatformClient, id: string): Promise<boolean> {
  try {
    const { objects } = await client.applicationManifests(id);
    return objects.some(({ manifest: { kind, spec } }) => {
      const eachHasOne = typeof spec === 'object' && spec !== null && 'volumeClaimTemplates' in spec;
      return kind === 'PersistentVolumeClaim' || eachHasOne;
    });
  } catch (error) {
    // What cannot be planned any more can still be deleted, and may have some.
    if (error instanceof PlatformError && error.code === 'PLAN_REFUSED') return true;
    throw error;
  }
}
