import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitEntry, TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import type { ManifestNames } from './manifest-names.ts';

/** The variables of a container. */
export interface ContainerEnv {
  readonly env: Readonly<Record<string, string>>;
  readonly traits: Pick<TraitsInput, 'envs' | 'envFrom'>;
}

/** Reads `env` and `envFrom`. Literals are kept apart from the rest, unless one uses another: then order counts. */
export function readEnv(container: Part, names: ManifestNames): ContainerEnv {
  const variables = container.at('env').items.flatMap((part) => {
    const name = part.at('name').text();
    const valueFrom = part.at('valueFrom').present ? readSource(part, names) : readLiteral(part);
    return name === undefined || valueFrom === undefined ? [] : [{ name, valueFrom }];
  });
  // Of two with one name the later wins, in its own place.
  const last = variables.filter(({ name }, index) => variables.findLastIndex((other) => other.name === name) === index);
  const ordered = last.some(({ valueFrom }) => /\$\([^)]+\)/.test(valueFrom.static ?? ''));
  const literals = ordered ? [] : last.filter(({ valueFrom }) => valueFrom.static !== undefined);
  return {
    env: Object.fromEntries(literals.map(({ name, valueFrom }) => [name, valueFrom.static ?? ''])),
    traits: filled({
      envs: last.filter((variable) => !literals.includes(variable)),
      envFrom: readEnvFrom(container.at('envFrom'), names),
    }),
  };
}

type ValueFrom = NonNullable<TraitEntry<'envs'>['valueFrom']>;

function readLiteral(part: Part): ValueFrom {
  return { static: part.at('value').text() ?? '' };
}

function readSource(variable: Part, names: ManifestNames): ValueFrom | undefined {
  const valueFrom = variable.at('valueFrom');
  const field = valueFrom.at('fieldRef', 'fieldPath');
  if (field.present && isPodField(field.peek() ?? '')) {
    valueFrom.at('fieldRef', 'apiVersion').acceptIf('v1');
    return { field: field.text() ?? '' };
  }
  const secret = valueFrom.at('secretKeyRef');
  if (secret.present) return { secret: readKey(secret, (name) => names.reference('Secret', name)) };
  const config = valueFrom.at('configMapKeyRef');
  if (config.present) return { config: readKey(config, (name) => names.reference('ConfigMap', name)) };
  variable.omit(manifestsMessages.variableSource);
  return undefined;
}

function isPodField(path: string): boolean {
  return /^(metadata\.(name|namespace|uid|(labels|annotations)\['[^']+'\])|spec\.(nodeName|serviceAccountName)|status\.(host|pod)IPs?)$/.test(
    path,
  );
}

function readKey(part: Part, rename: (name: string) => string) {
  part.at('optional').acceptIf('false');
  return { name: rename(part.at('name').text() ?? ''), key: part.at('key').text() ?? '' };
}

function readEnvFrom(sources: Part, names: ManifestNames): readonly TraitEntry<'envFrom'>[] {
  return sources.items.flatMap((part): readonly TraitEntry<'envFrom'>[] => {
    const config = part.at('configMapRef');
    const secret = part.at('secretRef');
    if ((part.at('prefix').peek() ?? '') !== '' || !(config.present || secret.present)) {
      part.omit(manifestsMessages.prefix);
      return [];
    }
    for (const place of [config, secret]) place.at('optional').acceptIf('false');
    return secret.present
      ? [{ type: 'secret', sourceName: names.reference('Secret', secret.at('name').text() ?? '') }]
      : [{ type: 'config', sourceName: names.reference('ConfigMap', config.at('name').text() ?? '') }];
  });
}
