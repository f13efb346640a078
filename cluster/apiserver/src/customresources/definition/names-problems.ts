import { type FieldError, fieldError, nameProblems } from '@kubemin/kubeapi';
import type { CustomResourceDefinitionNames } from '@kubemin/kubeapi/types/apiextensions.v1';

const REQUIRED = ['plural', 'singular', 'kind', 'listKind'] as const;

/** What is wrong with the names of a resource. */
export function namesProblems(names: CustomResourceDefinitionNames, path: string): readonly FieldError[] {
  const { kind, listKind, shortNames = [], categories = [] } = names;
  return [
    ...REQUIRED.filter((name) => (names[name] ?? '') === '').map((name) => fieldError.required(`${path}.${name}`)),
    ...label(`${path}.plural`, names.plural),
    ...label(`${path}.singular`, names.singular ?? ''),
    ...mixedCase(`${path}.kind`, kind),
    ...mixedCase(`${path}.listKind`, listKind ?? ''),
    ...shortNames.flatMap((name, index) => label(`${path}.shortNames[${index}]`, name)),
    ...categories.flatMap((name, index) => label(`${path}.categories[${index}]`, name)),
    ...(kind !== '' && kind === listKind
      ? [fieldError.invalid(`${path}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
  ];
}

/** Names that other rules require are not complained about twice when they are empty. */
function label(path: string, name: string): readonly FieldError[] {
  const problems = name === '' ? [] : nameProblems.dns1035Label(name);
  return problems.length === 0 ? [] : [fieldError.invalid(path, name, problems.join(','))];
}

function mixedCase(path: string, name: string): readonly FieldError[] {
  const problems = name === '' ? [] : nameProblems.dns1035Label(name.toLowerCase());
  if (problems.length === 0) return [];
  const rule = `may have mixed case, but should otherwise match: ${problems.join(',')}`;
  return [fieldError.invalid(path, name, rule)];
}
