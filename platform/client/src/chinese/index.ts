export { answerSentences } from './answer-sentences.ts';
export { errorMeanings } from './error-meanings.ts';
