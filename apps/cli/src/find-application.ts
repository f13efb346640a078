import type { Application, PlatformClient } from '@kubemin/client';
import { allApplications } from './all-applications.ts';
import { CliError } from './cli-error.ts';
import { ExitCode } from './exit-code.ts';

/** An application by its name, or by its id; refuses a name that several applications bear. */
export async function findApplication(client: PlatformClient, nameOrId: string): Promise<Application> {
  const applications = await allApplications(client, { name: nameOrId });
  const [first, ...others] = applications;
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const places = applications.map(
      (app) => `${app.id} (${app.project || 'no project'}, ${app.namespace}, cluster ${app.cluster})`,
    );
    throw new CliError(`several applications are named ${nameOrId}: ${places.join(', ')}`, {
      code: 'NAME_AMBIGUOUS',
      exitCode: ExitCode.usage,
      hint: 'give the id instead of the name',
    });
  }
  const all = await allApplications(client);
  const byId = all.find((app) => app.id === nameOrId);
  if (byId !== undefined) return byId;
  throw new CliError(`there is no application ${nameOrId}`, {
    code: 'APPLICATION_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint:
      all.length === 0
        ? 'nothing is deployed yet: kubemin deploy FILE'
        : `there are: ${all.map((app) => app.name).join(', ')}`,
  });
}
