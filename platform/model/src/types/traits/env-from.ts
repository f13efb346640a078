import * as z from 'zod';
import { field } from '../../field/index.ts';
import { dataMessages } from '../../messages/index.ts';
import { expectSource, reference } from '../reference.ts';
import { defineTrait } from '../trait.ts';

/** All entries of a config or secret as environment variables; of equal names the later source wins. */
export const envFrom = defineTrait({
  summary: 'Environment variables from all keys of a config or secret.',
  scope: 'container',
  schema: z
    .array(
      z.object({
        type: field(z.enum(['config', 'secret']), {
          valueAliases: { configMap: 'config' },
          code: 'INVALID_ENVFROM_TYPE',
          fix: dataMessages.configMapOrSecret,
        }),
        sourceName: reference(),
      }),
    )
    .max(100),
  check: (sources, context) => {
    for (const [index, source] of sources.entries()) {
      expectSource(context, { kind: source.type, name: source.sourceName, path: [index, 'sourceName'] });
    }
  },
});
