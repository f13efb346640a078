/** One place of a schedule: its smallest and largest number, and the names that stand for some of them. */
interface CronField {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Minute, hour, day of month, month, day of week. */
const FIELDS: readonly CronField[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];
const DESCRIPTORS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];
const EVERY = '@every ';
const DURATION = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;

/** Why a text is no cron schedule, in the words of the parser that Kubernetes uses; undefined when it is one. */
export function cronProblem(schedule: string): string | undefined {
  if (schedule === '') return 'empty spec string';
  if (schedule.startsWith('@')) return descriptorProblem(schedule);
  const fields = schedule.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (const [index, field] of FIELDS.entries()) {
    const wrong = fieldProblem(fields[index] ?? '', field);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function descriptorProblem(schedule: string): string | undefined {
  if (DESCRIPTORS.includes(schedule)) return undefined;
  if (!schedule.startsWith(EVERY)) return `unrecognized descriptor: ${schedule}`;
  const duration = schedule.slice(EVERY.length);
  if (DURATION.test(duration) || duration === '0') return undefined;
  return `failed to parse duration ${schedule}: time: invalid duration ${JSON.stringify(duration)}`;
}

function fieldProblem(text: string, field: CronField): string | undefined {
  for (const range of text.split(',').filter((part) => part !== '')) {
    const wrong = rangeProblem(range, field);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** `*`, `a`, `a-b`, each with `/step`; `a/step` runs to the end. */
function rangeProblem(text: string, field: CronField): string | undefined {
  const [range = '', step, ...moreSteps] = text.split('/');
  const [low = '', high, ...moreHyphens] = range.split('-');
  if (moreHyphens.length > 0) return `too many hyphens: ${text}`;
  if (moreSteps.length > 0) return `too many slashes: ${text}`;
  const open = low === '*' || low === '?';
  const start = open ? field.min : parseFieldNumber(low, field);
  if (typeof start === 'string') return start;
  const end =
    open || (high === undefined && step !== undefined)
      ? field.max
      : high === undefined
        ? start
        : parseFieldNumber(high, field);
  if (typeof end === 'string') return end;
  const stride = step === undefined ? 1 : parseFieldNumber(step, { min: 0, max: 0 });
  if (typeof stride === 'string') return stride;
  if (start < field.min) return `beginning of range (${start}) below minimum (${field.min}): ${text}`;
  if (end > field.max) return `end of range (${end}) above maximum (${field.max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return stride === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

/** The number, or what is wrong with it. */
function parseFieldNumber(text: string, { min, names }: CronField): number | string {
  const name = names?.indexOf(text.toLowerCase()) ?? -1;
  if (name >= 0) return min + name;
  if (/^\d+$/.test(text)) return Number(text);
  if (/^-\d+$/.test(text)) return `negative number (${text}) not allowed: ${text}`;
  return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
}
