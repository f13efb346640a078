import { closest, listed } from '@kubemin/base';

/** The part of a finding that says a component does not exist. `self` asks for it and is never what was meant. */
export function componentNotFound(name: string, all: ReadonlySet<string>, self?: string) {
  const known = [...all].filter((each) => each !== '' && each !== self);
  return {
    code: 'COMPONENT_NOT_FOUND',
    message: () => {
      const guess = closest(name, known);
      return `There is no component "${name}".${guess === undefined ? '' : ` Did you mean "${guess}"?`}`;
    },
    fix: known.length === 0 ? 'Remove it, or add the component.' : `Use one of: ${listed(known)}.`,
  };
}
