import type { ApplicationSummary, PlatformClient } from '@kubemin/client';
import { CliError } from './cli-error.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { documentWords } from './language/words/document.ts';

/** All templates, however many pages that takes. */
export async function allTemplates(client: PlatformClient): Promise<readonly ApplicationSummary[]> {
  const all: ApplicationSummary[] = [];
  let place: string | undefined;
  do {
    const page = await client.listTemplates({ limit: 500, ...(place !== undefined && { continue: place }) });
    all.push(...page.applications);
    place = page.next;
  } while (place !== undefined);
  return all;
}

/** A template by its id or name; of several with one name, the one changed last. */
export async function findTemplate(client: PlatformClient, nameOrId: string): Promise<ApplicationSummary> {
  const all = await allTemplates(client);
  const found = all.find(({ id }) => id === nameOrId) ?? all.find(({ name }) => name === nameOrId);
  if (found !== undefined) return found;
  throw new CliError(
    inBoth(documentWords, (say) => say.notATemplate(nameOrId)),
    {
      code: 'TEMPLATE_NOT_FOUND',
      exitCode: ExitCode.notFound,
      hint: inBoth(documentWords, (say) => (all.length === 0 ? say.noTemplates : say.listTemplates)),
    },
  );
}
