/**
 * Sentences by what they are in English. Gaps are `{0}`, `{1}`, in the order of the English; what fills one may be a
 * sentence itself.
 */
export type Sentences = Readonly<Record<string, string>>;
