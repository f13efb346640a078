import { encodeTexts, type Message, type Texts } from '@kubemin/base/message';
import { type ProblemText, toMessage } from '@kubemin/model';

/** One part of a converted text that is not in the result, or means something else there. */
export interface NotCarried {
  /** `dropped`: the place, with all below it, has no part in the result. `changed`: it has, but means something else. */
  readonly how: 'dropped' | 'changed';
  /** Where it stands in the text: `services.web.build`; texts of several documents start with `[0]`, `[1]`, …. */
  readonly path: string;
  /** What was left out, in short; never the value of a secret. */
  readonly what: string;
  /** Why, and what to do instead. */
  readonly why: string;
  /** Codes and parameters of `what` and `why`, for readers of other languages. */
  readonly texts?: Texts;
}

/** A part that was not carried over, with its texts in English and their codes. */
export function notCarried(
  place: Pick<NotCarried, 'how' | 'path'>,
  texts: { readonly what: ProblemText; readonly why: Message },
): NotCarried {
  const what = toMessage(texts.what);
  return { ...place, what: what.message, why: texts.why.message, ...encodeTexts({ what, why: texts.why }) };
}
