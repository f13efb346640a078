import { fieldError } from '@kubemin/kubeapi';
import type { EnvFromSource, EnvVar, EnvVarSource } from '@kubemin/kubeapi/types/core.v1';
import { dataKeyProblems } from '../data-keys.ts';
import { each, type Problems, required, requiredName } from '../field-checks.ts';
import { ENVIRONMENT_FIELDS, fieldReference } from './field-references.ts';

const NAME_RULE = "a valid environment variable name must consist only of printable ASCII characters other than '='";
const SOURCES = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';

/** Variables and where their values come from. */
export function environment(variables: readonly EnvVar[] | undefined, path: string): Problems {
  return each(variables, path, ({ name, value, valueFrom }, at) => [
    ...required(`${at}.name`, name),
    ...(name === '' || isVariableName(name) ? [] : [fieldError.invalid(`${at}.name`, name, NAME_RULE)]),
    ...(valueFrom === undefined ? [] : sourceProblems(valueFrom, value ?? '', `${at}.valueFrom`)),
  ]);
}

/** Whole config maps and secrets as variables. */
export function environmentFrom(sources: readonly EnvFromSource[] | undefined, path: string): Problems {
  return each(sources, path, ({ prefix = '', configMapRef, secretRef }, at) => {
    const given = [configMapRef, secretRef].filter((source) => source !== undefined).length;
    return [
      ...(prefix === '' || isVariableName(prefix) ? [] : [fieldError.invalid(`${at}.prefix`, prefix, NAME_RULE)]),
      ...(given === 0 ? [fieldError.invalid(at, '', 'must specify one of: `configMapRef` or `secretRef`')] : []),
      ...(given > 1 ? [fieldError.invalid(at, '', 'may not have more than one field specified at a time')] : []),
      ...((configMapRef && requiredName(`${at}.configMapRef.name`, configMapRef.name, 'dns1123Subdomain')) || []),
      ...((secretRef && requiredName(`${at}.secretRef.name`, secretRef.name, 'dns1123Subdomain')) || []),
    ];
  });
}

function sourceProblems(source: EnvVarSource, value: string, path: string): Problems {
  const { configMapKeyRef, fieldRef, fileKeyRef, resourceFieldRef, secretKeyRef } = source;
  const given = [configMapKeyRef, fieldRef, fileKeyRef, resourceFieldRef, secretKeyRef].filter(
    (one) => one !== undefined,
  );
  return [
    ...(given.length === 0 ? [fieldError.invalid(path, '', `must specify one of: ${SOURCES}`)] : []),
    ...(given.length > 0 && value !== ''
      ? [fieldError.invalid(path, '', 'may not be specified when `value` is not empty')]
      : []),
    ...(given.length > 1 ? [fieldError.invalid(path, '', 'may not have more than one field specified at a time')] : []),
    ...(fieldRef === undefined ? [] : fieldReference(fieldRef, `${path}.fieldRef`, ENVIRONMENT_FIELDS)),
    ...(resourceFieldRef === undefined ? [] : required(`${path}.resourceFieldRef.resource`, resourceFieldRef.resource)),
    ...(configMapKeyRef === undefined ? [] : keyReference(configMapKeyRef, `${path}.configMapKeyRef`)),
    ...(secretKeyRef === undefined ? [] : keyReference(secretKeyRef, `${path}.secretKeyRef`)),
  ];
}

function keyReference({ name, key }: { readonly name?: string; readonly key: string }, path: string): Problems {
  return [
    ...required(`${path}.name`, name),
    ...(key === '' ? [fieldError.required(`${path}.key`)] : dataKeyProblems(`${path}.key`, key)),
  ];
}

function isVariableName(name: string): boolean {
  return /^[ -<>-~]+$/.test(name);
}
