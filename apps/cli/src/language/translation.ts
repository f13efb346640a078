import { answerSentences } from '@kubemin/client/chinese';
import { createTranslator, problemSentences, type Translate } from '@kubemin/model/chinese';
import type { Language } from './language.ts';

const asItIs: Translate = (text) => text;

/** Says in a language what the model and the server say in English; undefined for what nobody has translated. */
export function translatorTo(language: Language): Translate {
  return language === 'en' ? asItIs : createTranslator({ ...problemSentences, ...answerSentences });
}
