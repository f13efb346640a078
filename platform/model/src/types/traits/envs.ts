import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { countPresent, envName, field, plainCredential, repetitions } from '../../field/index.ts';
import { dataMessages, fieldMessages } from '../../messages/index.ts';
import { rejectedIssue, rejection, suggestion } from '../../problem/index.ts';
import { expectSource, reference } from '../reference.ts';
import { defineTrait } from '../trait.ts';

const POD_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
const POD_MAP_ENTRY = /^metadata\.(labels|annotations)\['[^']+'\]$/;
const SOURCES = ['static', 'secret', 'config', 'field'];

const keyOfSource = z.object({ name: reference(), key: z.string().trim().min(1) });

const podField = z.string().superRefine((path, context) => {
  if (POD_FIELDS.includes(path) || POD_MAP_ENTRY.test(path)) return;
  context.addIssue(
    rejectedIssue(
      dataMessages.podFieldInvalid({
        field: path,
        hint: suggestion(path, POD_FIELDS),
      }),
      { code: 'INVALID_FIELD_PATH', fix: dataMessages.podFields({ fields: POD_FIELDS }) },
    ),
  );
});

const valueFrom = z
  .object({
    static: z.string().optional(),
    secret: keyOfSource.optional(),
    config: keyOfSource.optional(),
    field: podField.optional(),
  })
  .refine((sources) => countPresent(sources, SOURCES) === 1, {
    ...rejection(dataMessages.oneSource, { code: 'INVALID_ENV_VALUE_SOURCE', fix: dataMessages.oneSourceFix }),
    when: ({ value }) => isRecord(value),
  });

/** Single environment variables, each with the place its value comes from. */
export const envs = defineTrait({
  summary: 'Environment variables, each from a fixed text, a config, a secret or a field of the pod.',
  scope: 'container',
  schema: z
    .array(
      z.object({
        name: envName(),
        valueFrom: field(valueFrom, {
          exactlyOne: SOURCES,
          missing: 'INVALID_ENV_VALUE_SOURCE',
          fix: dataMessages.oneSourceFix,
        }),
      }),
    )
    .max(1000),
  check: (variables, context) => {
    for (const [index, { name, valueFrom: source }] of variables.entries()) {
      const note = plainCredential(name, source.static);
      if (note !== undefined) context.report({ ...note, path: [index, 'valueFrom', 'static'] });
      for (const kind of ['config', 'secret'] as const) {
        const from = source[kind];
        if (from !== undefined) expectSource(context, { kind, ...from, path: [index, 'valueFrom', kind] });
      }
    }
    for (const { index, key } of repetitions(variables, (variable) => variable.name)) {
      context.report({
        path: [index, 'name'],
        code: 'DUPLICATE_ENV',
        message: dataMessages.variableTwice({ name: key }),
        fix: fieldMessages.removeOneOfTwo,
      });
    }
  },
});

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
