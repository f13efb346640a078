const MACRO = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every (\d+(ms|s|m|h))+)$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

interface CronField {
  readonly least: number;
  readonly most: number;
  /** Words for the numbers from `least` on. */
  readonly words?: readonly string[];
}

const FIELDS: readonly CronField[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, words: MONTHS },
  { least: 0, most: 6, words: DAYS },
];

/** True for what a Kubernetes CronJob accepts: five fields with lists, ranges, steps and names, or a macro. */
export function isCronExpression(text: string): boolean {
  if (text.startsWith('@')) return MACRO.test(text);
  const parts = text.split(/\s+/);
  return parts.length === FIELDS.length && FIELDS.every((field, index) => isField(parts[index] ?? '', field));
}

function isField(text: string, field: CronField): boolean {
  return text.split(',').every((entry) => isEntry(entry, field));
}

function isEntry(entry: string, field: CronField): boolean {
  const [range = '', step, ...more] = entry.split('/');
  if (more.length > 0) return false;
  if (step !== undefined && !(/^\d{1,4}$/.test(step) && Number(step) > 0)) return false;
  if (range === '*' || range === '?') return true;
  const ends = range.split('-').map((end) => parseCronNumber(end, field));
  const [first, last = first] = ends;
  return ends.length <= 2 && first !== undefined && last !== undefined && first <= last;
}

function parseCronNumber(text: string, { least, most, words = [] }: CronField): number | undefined {
  const word = words.indexOf(text.toLowerCase());
  if (word >= 0) return word + least;
  const number = /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return number >= least && number <= most ? number : undefined;
}
