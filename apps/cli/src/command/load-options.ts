import type { CliCommand } from './cli-command.ts';
import type { Parameter } from './parameter.ts';

/** An option of a command, and under which name the command gets what it means. */
export interface NamedOption {
  readonly name: string;
  readonly parameter: Parameter<unknown>;
  /** Whether it is one of a bundle. */
  readonly bundled: boolean;
}

/** All options of a command, those of bundles loaded. */
export async function loadOptions({ options }: CliCommand): Promise<readonly NamedOption[]> {
  const loaded = await Promise.all(
    Object.entries(options).map(async ([name, spec]): Promise<readonly NamedOption[]> => {
      if (!('load' in spec)) return [{ name, parameter: spec, bundled: false }];
      const bundle = await spec.load();
      return bundle.options.map((parameter) => ({ name, parameter, bundled: true }));
    }),
  );
  return loaded.flat();
}
