import { componentMessages, fieldMessages } from '../messages/index.ts';
import { shortList, suggestion } from './problem-text.ts';

/** The part of a finding about a component that does not exist. `self` refers to it and is never what was meant. */
export function componentNotFound(name: string, all: ReadonlySet<string>, self?: string) {
  const known = [...all].filter((each) => each !== '' && each !== self);
  return {
    code: 'COMPONENT_NOT_FOUND',
    message: () => componentMessages.notFound({ name, hint: suggestion(name, known) }),
    fix:
      known.length === 0 ? componentMessages.removeOrAddComponent : fieldMessages.useOneOf({ names: shortList(known) }),
  };
}
