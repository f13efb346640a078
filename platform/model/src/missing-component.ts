import { closest, listed } from '@kubemin/base';

/** The part of a finding that says a component does not exist. */
export function componentNotFound(name: string, known: ReadonlySet<string>) {
  return {
    code: 'COMPONENT_NOT_FOUND',
    message: () => {
      const guess = closest(name, known);
      return `There is no component "${name}".${guess === undefined ? '' : ` Did you mean "${guess}"?`}`;
    },
    fix: `Use one of: ${listed(known)}.`,
  };
}
