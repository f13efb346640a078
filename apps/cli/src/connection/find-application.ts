import type { Application, PlatformClient } from '@kubemin/client';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { applicationWords } from '../language/words/application.ts';
import { allApplications } from './all-applications.ts';

/** An application by its name, or by its id; refuses a name that several applications bear. */
export async function findApplication(client: PlatformClient, nameOrId: string): Promise<Application> {
  const applications = await allApplications(client, { name: nameOrId });
  const [first, ...others] = applications;
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const places = (say: (typeof applicationWords)['en']): string =>
      applications.map(({ id, project, namespace, cluster }) => say.place(id, project, namespace, cluster)).join(', ');
    throw new CliError(
      inBoth(applicationWords, (say) => say.ambiguous(nameOrId, places(say))),
      {
        code: 'NAME_AMBIGUOUS',
        exitCode: ExitCode.usage,
        hint: inBoth(applicationWords, (say) => say.giveId),
      },
    );
  }
  const all = await allApplications(client);
  const byId = all.find((app) => app.id === nameOrId);
  if (byId !== undefined) return byId;
  const names = all.map((app) => app.name).join(', ');
  throw new CliError(
    inBoth(applicationWords, (say) => say.notFound(nameOrId)),
    {
      code: 'APPLICATION_NOT_FOUND',
      exitCode: ExitCode.notFound,
      hint: inBoth(applicationWords, (say) => (all.length === 0 ? say.nothingDeployed : say.thereAre(names))),
    },
  );
}
