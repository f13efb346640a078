import { closestName } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import { componentMessages, fieldMessages } from '../messages/index.ts';

/** A text of a problem. Types of third parties may give plain strings, which are shown as they are in every language. */
export type ProblemText = Message | string;

/** A function where making the text is costly: it is called only for problems that are shown. */
export type LazyProblemText = ProblemText | (() => ProblemText);

export function toMessage(text: LazyProblemText): Message {
  const made = typeof text === 'function' ? text() : text;
  return typeof made === 'string' ? verbatim(made) : made;
}

const MOST_LISTED = 10;

/** Names for a list parameter; what is beyond the first few is counted. */
export function shortList(names: Iterable<string>): readonly (string | Message)[] {
  const all = [...names];
  const more = all.length - MOST_LISTED;
  return more > 0 ? [...all.slice(0, MOST_LISTED), fieldMessages.andMore({ count: more })] : all;
}

/** The suggestion of the candidate that is spelled most like a name, if one is close. */
export function suggestion(name: string, candidates: Iterable<string>): Message | undefined {
  const found = closestName(name, candidates);
  return found === undefined ? undefined : fieldMessages.didYouMean({ name: found });
}

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
