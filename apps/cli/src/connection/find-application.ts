import type { Application, PlatformClient } from '@kubemin/client';
import { applicationMessages } from '../messages/index.ts';
import { CliError, ExitCode } from '../terminal/index.ts';
import { allApplications } from './all-applications.ts';

/** An application by its name, or by its id; refuses a name that several applications bear. */
export async function findApplication(client: PlatformClient, nameOrId: string): Promise<Application> {
  const applications = await allApplications(client, { name: nameOrId });
  const [first, ...others] = applications;
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const places = applications.map(({ id, project, namespace, cluster }) =>
      applicationMessages.place({ id, project, namespace, cluster }),
    );
    throw new CliError(applicationMessages.ambiguous({ name: nameOrId, places }), {
      code: 'NAME_AMBIGUOUS',
      exitCode: ExitCode.usage,
      hint: applicationMessages.giveId,
    });
  }
  const all = await allApplications(client);
  const byId = all.find((app) => app.id === nameOrId);
  if (byId !== undefined) return byId;
  const names = all.map((app) => app.name).join(', ');
  throw new CliError(applicationMessages.notFound({ name: nameOrId }), {
    code: 'APPLICATION_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: all.length === 0 ? applicationMessages.nothingDeployed : applicationMessages.thereAre({ names }),
  });
}
