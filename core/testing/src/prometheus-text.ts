/** One sample of Prometheus' text format. */
export interface PrometheusSample {
  readonly name: string;
  /** Of its family. */
  readonly type: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** In milliseconds since the epoch. */
  readonly at?: number;
}

const COMMENT = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/;
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: (-?\d+))?$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];
const SUFFIXES = /_(?:bucket|sum|count|total)$/;

/**
 * Parses Prometheus' text format as strictly as its specification is: throws for a line that is none, a type that comes twice
 * or after its samples, a sample of another family in between, and one that is there twice.
 */
export function parsePrometheus(text: string): readonly PrometheusSample[] {
  const samples: PrometheusSample[] = [];
  const types = new Map<string, string>();
  const seen = new Set<string>();
  let family = '';
  if (text !== '' && !text.endsWith('\n')) throw new Error('the last line does not end');
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, named = '', rest = ''] = COMMENT.exec(line) ?? [];
    if (kind === 'HELP') family = named;
    else if (kind === 'TYPE') {
      if (types.has(named) || !TYPES.includes(rest)) throw new Error(`not a type, or a second one: ${line}`);
      types.set(named, rest);
      family = named;
    } else {
      const sample = parseSample(line, family, types);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).toSorted())}`;
      if (seen.has(key)) throw new Error(`there twice: ${line}`);
      seen.add(key);
      samples.push(sample);
    }
  }
  return samples;
}

function parseSample(line: string, family: string, types: ReadonlyMap<string, string>): PrometheusSample {
  const [, name = '', labels = '', value = '', at] = SAMPLE.exec(line) ?? [];
  if (name !== family && name.replace(SUFFIXES, '') !== family) throw new Error(`not of the family ${family}: ${line}`);
  const type = types.get(family);
  const number = /^[+-]Inf$/.test(value) ? Number(value.replace('Inf', 'Infinity')) : Number(value);
  if (type === undefined || value === '' || (Number.isNaN(number) && value !== 'NaN')) {
    throw new Error(`not a sample: ${line}`);
  }
  return { name, type, labels: parseLabels(labels), value: number, ...(at !== undefined && { at: Number(at) }) };
}

function parseLabels(text: string): Readonly<Record<string, string>> {
  const labels: [string, string][] = [];
  for (let end = 0; end < text.length; end = LABEL.lastIndex) {
    LABEL.lastIndex = end;
    const [, name = '', value = ''] = LABEL.exec(text) ?? [];
    if (name === '') throw new Error(`not labels: ${text}`);
    labels.push([name, value.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))]);
  }
  return Object.fromEntries(labels);
}
