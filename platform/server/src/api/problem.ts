import { baseMessages, decodeMessage, type Message, verbatim } from '@kubemin/base/message';
import { encodeTexts, type Problem } from '@kubemin/client';
import { requestMessages } from '../messages/index.ts';

interface ProblemOptions extends Pick<Problem, 'path' | 'code' | 'position'> {
  readonly message: Message;
  readonly fix?: Message;
}

/** An error at a place of what was sent, with the codes of its texts. */
export function createProblem({ message, fix, ...place }: ProblemOptions): Problem {
  return {
    ...place,
    message: message.message,
    ...(fix !== undefined && { fix: fix.message }),
    severity: 'error',
    ...encodeTexts({ message, fix }),
  };
}

/** The message of a problem: its own where it has a code, else its text as it is. */
export function problemMessage({ message, texts }: Pick<Problem, 'message' | 'texts'>): Message {
  return decodeMessage(texts?.message, message) ?? verbatim(message);
}

/** The same after its path, for a summary. */
export function locatedMessage(problem: Pick<Problem, 'path' | 'message' | 'texts'>): Message {
  const reason = problemMessage(problem);
  return problem.path === '' ? reason : baseMessages.aboutPath({ path: problem.path, reason });
}

/** How many problems there are beside the first one; undefined when there is none. */
export function moreProblems({ length }: readonly unknown[]): Message | undefined {
  return length > 1 ? requestMessages.more({ count: length - 1 }) : undefined;
}
