/** One thing of a converted text that the result does not say, or says differently. */
export interface NotCarried {
  /** `dropped`: the place, with all below it, has no part in the result. `changed`: it has, but means something else. */
  readonly how: 'dropped' | 'changed';
  /** Where it stands in the text: `services.web.build`; texts of several documents start with `[0]`, `[1]`, …. */
  readonly path: string;
  /** What was left behind, in a few words; never the value of a secret. */
  readonly what: string;
  /** Why, and what to do instead. */
  readonly why: string;
}
