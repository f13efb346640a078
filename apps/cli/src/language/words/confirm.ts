import { defineWords } from '../catalogue.ts';

/** About consent to what cannot be taken back. */
export const confirmWords = defineWords({
  en: {
    needsYes: (consequence: string) => `${consequence} That needs a yes, and nobody can be asked here.`,
    addYes: 'add --yes if that is meant',
    goOn: (consequence: string) => `${consequence} Go on?`,
  },
  zh: {
    needsYes: (consequence) => `${consequence}这需要确认，而这里无法提问。`,
    addYes: '确实如此的话，请加上 --yes',
    goOn: (consequence) => `${consequence}继续吗？`,
  },
});
