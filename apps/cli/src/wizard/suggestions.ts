import type { Question } from '../prompt/question.ts';
import type { Script } from './interview.ts';

/** Probable answers by the ids of their questions. */
export type Suggestions = ReadonlyMap<string, string>;

/** The same questions, with what is probable as the default of lines that have none. */
export function* withSuggestions<T>(script: Script<T>, suggestions: Suggestions): Script<T> {
  let step = script.next();
  while (step.done !== true) step = script.next(yield suggested(step.value, suggestions));
  return step.value;
}

function suggested(question: Question, suggestions: Suggestions): Question {
  const suggestion = suggestions.get(question.id);
  if (question.kind !== 'text' || question.default !== undefined || suggestion === undefined) return question;
  return { ...question, default: suggestion };
}
