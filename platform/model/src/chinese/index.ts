import { componentSentences } from './component.ts';
import { dataSentences } from './data.ts';
import { documentSentences } from './document.ts';
import { networkSentences } from './network.ts';
import { policySentences } from './policy.ts';
import type { Sentences } from './sentences.ts';
import { workflowSentences } from './workflow.ts';

export type { Sentences } from './sentences.ts';
export { createTranslator, type Translate } from './translator.ts';

/** What is said about problems of documents, and how to mend them, in Chinese. */
export const problemSentences: Sentences = {
  ...documentSentences,
  ...componentSentences,
  ...dataSentences,
  ...networkSentences,
  ...policySentences,
  ...workflowSentences,
};
