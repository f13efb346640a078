import type { CustomResource } from '@kubemin/controller';
import { ResourceSet } from '@kubemin/controller';
import { sampleResources } from '@kubemin/samples';
import { CliError } from '../cli-error.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { hubWords } from '../language/words/hub.ts';

/** The resources of these names; all when none is given. Throws a CliError for a name that none has. */
export function chosenResources(names: readonly string[]): readonly CustomResource[] {
  const all = ResourceSet.of(...sampleResources);
  if (names.length === 0) return [...all];
  return names.map((name) => {
    const found = all.named(name);
    if (found !== undefined) return found;
    throw new CliError(
      inBoth(hubWords, (say) => say.unknownResource(name, all.names().join(', '))),
      { code: 'RESOURCE_UNKNOWN', exitCode: ExitCode.notFound, hint: inBoth(hubWords, (say) => say.listResources) },
    );
  });
}
