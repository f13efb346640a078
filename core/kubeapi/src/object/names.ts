/** What is wrong with a name, in Kubernetes' words; empty when nothing is. */
export type NameProblems = readonly string[];

/** Names are checked for every object that is written, and nearly all are good. */
const NONE: NameProblems = Object.freeze([]);

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const DNS1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED})?`;

interface Pattern {
  readonly maxLength: number;
  readonly regex: string;
  readonly rule: string;
  readonly examples: readonly string[];
}

const dns1123Label = checker({
  maxLength: 63,
  regex: LABEL,
  rule: "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  examples: ['my-name', '123-abc'],
});
const dns1123Subdomain = checker({
  maxLength: 253,
  regex: SUBDOMAIN,
  rule: "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  examples: ['example.com'],
});
const dns1035Label = checker({
  maxLength: 63,
  regex: DNS1035,
  rule: "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  examples: ['my-name', 'abc-123'],
});
const labelValue = checker({
  maxLength: 63,
  regex: LABEL_VALUE,
  rule: "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  examples: ['MyValue', 'my_value', '12345'],
});
const QUALIFIED_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const QUALIFIED_EXAMPLES = ['MyName', 'my.name', '123-abc'];
const namePart = checker({ maxLength: 63, regex: QUALIFIED, rule: QUALIFIED_RULE, examples: QUALIFIED_EXAMPLES });

/** The checks Kubernetes makes on names, each giving all problems it finds. */
export const nameProblems = {
  dns1123Label,
  dns1123Subdomain,
  dns1035Label,
  labelValue,
  /** Label and annotation keys, finalizers: a name, optionally behind a DNS subdomain and a slash. */
  qualifiedName,
  /** What fits into one segment of a URL path: names of RBAC objects. */
  pathSegment,
} as const;

/** Whether a value may name a namespace, a container or a port: at most 63 lower case letters, digits and dashes. */
export function isDns1123Label(value: string): boolean {
  return dns1123Label(value).length === 0;
}

/** Whether a value may name most objects: RFC 1123 labels joined by dots, at most 253 characters. */
export function isDns1123Subdomain(value: string): boolean {
  return dns1123Subdomain(value).length === 0;
}

/** Whether a value may name a service: an RFC 1123 label that starts with a letter. */
export function isDns1035Label(value: string): boolean {
  return dns1035Label(value).length === 0;
}

/** Whether a value may be a label or annotation key. */
export function isQualifiedName(value: string): boolean {
  return qualifiedName(value).length === 0;
}

/** Whether a value may be a label's value. */
export function isLabelValue(value: string): boolean {
  return labelValue(value).length === 0;
}

function qualifiedName(value: string): NameProblems {
  const [first = '', second, ...rest] = value.split('/');
  if (rest.length > 0) {
    const rule = withExamples(`a qualified name ${QUALIFIED_RULE}`, QUALIFIED, QUALIFIED_EXAMPLES);
    return [`${rule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const prefix = second === undefined ? NONE : first === '' ? ['must be non-empty'] : dns1123Subdomain(first);
  const name = second ?? first;
  const problems = name === '' ? ['must be non-empty', ...namePart(name)] : namePart(name);
  if (prefix.length === 0 && problems.length === 0) return NONE;
  return [...prefix.map((problem) => `prefix part ${problem}`), ...problems.map((problem) => `name part ${problem}`)];
}

function pathSegment(value: string): NameProblems {
  if (value === '.' || value === '..') return [`may not be '${value}'`];
  return ['/', '%']
    .filter((character) => value.includes(character))
    .map((character) => `may not contain '${character}'`);
}

function checker(pattern: Pattern): (value: string) => NameProblems {
  const regex = new RegExp(`^${pattern.regex}$`);
  const mismatch = withExamples(pattern.rule, pattern.regex, pattern.examples);
  return (value) => {
    if (value.length <= pattern.maxLength && regex.test(value)) return NONE;
    const problems: string[] = [];
    if (value.length > pattern.maxLength) problems.push(`must be no more than ${pattern.maxLength} characters`);
    if (!regex.test(value)) problems.push(mismatch);
    return problems;
  };
}

/** Kubernetes puts two spaces before each further example; clients compare whole messages. */
function withExamples(rule: string, regex: string, examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${rule} (e.g. ${shown}regex used for validation is '${regex}')`;
}
