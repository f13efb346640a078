import type { ScalarTag, Tags } from 'yaml';

const BOOLEAN = 'tag:yaml.org,2002:bool';
const TIMESTAMP = 'tag:yaml.org,2002:timestamp';
/** Numbers to the base of 60. */
const SEXAGESIMAL = 'TIME';

/**
 * YAML 1.1 as Kubernetes reads it: `yes` and `on` are true and 0644 is octal, but 12:30 and 2001-12-14 stay text, as do
 * `y` and `n`, which are names more often than answers.
 */
export function kubernetesTags(tags: Tags): Tags {
  return tags.filter((tag) => !isLeftAsText(tag)).map((tag) => (isScalarTag(tag) ? withoutLetters(tag) : tag));
}

function isLeftAsText(tag: Tags[number]): boolean {
  return isScalarTag(tag) && (tag.tag === TIMESTAMP || tag.format === SEXAGESIMAL);
}

function withoutLetters(tag: ScalarTag): ScalarTag {
  if (tag.tag !== BOOLEAN) return tag;
  const isTrue = tag.test?.test('true') === true;
  return { ...tag, test: isTrue ? /^(?:yes|true|on)$/i : /^(?:no|false|off)$/i };
}

function isScalarTag(tag: Tags[number]): tag is ScalarTag {
  return typeof tag === 'object' && tag.collection === undefined;
}
