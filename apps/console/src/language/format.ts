import type { Language } from '@kubemin/base/message';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };
const UNITS = {
  en: { h: 'h', min: 'min', s: 's', ms: 'ms' },
  zh: { h: '小时', min: '分', s: '秒', ms: '毫秒' },
} as const;

/** A duration in at most two units: `48 s`, `2 min 31 s`, `1 h 4 min`. Below a second in milliseconds. */
export function formatDuration(milliseconds: number, language: Language): string {
  const units = UNITS[language];
  if (milliseconds < 1_000) return `${Math.max(0, Math.round(milliseconds))} ${units.ms}`;
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} ${units.s}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joinUnits(minutes, units.min, seconds % 60, units.s);
  return joinUnits(Math.floor(minutes / 60), units.h, minutes % 60, units.min);
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago a moment was: `just now`, `2 minutes ago`. */
export function formatRelative(moment: number, now: number, language: Language): string {
  const seconds = (moment - now) / 1_000;
  const format = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto', style: 'short' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return spaced(format.format(Math.trunc(seconds / size), unit));
  }
  return spaced(Math.abs(seconds) < 5 ? format.format(0, 'second') : format.format(Math.trunc(seconds), 'second'));
}

/** Units without a point, and apart from their number in Chinese, too: as durations have them. */
function spaced(text: string): string {
  return text.replace('.', '').replace(/(\d)(?=\p{Script=Han})/u, '$1 ');
}

/** How the reader reads times. */
export interface Locale {
  readonly language: Language;
  /** Undefined for the zone of the browser. */
  readonly timeZone: 'UTC' | undefined;
}

/** Shows moments with chosen parts of their date and time. */
export function momentFormat(
  { language, timeZone }: Locale,
  options: Intl.DateTimeFormatOptions,
): (moment: number) => string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    ...options,
    ...(timeZone !== undefined && { timeZone }),
  });
  return (moment) => format.format(moment);
}

/** A moment with date and time, to the second. */
export function formatInstant(moment: number, locale: Locale): string {
  return momentFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })(moment);
}

/** The time of a day, to the second. */
export function formatTime(moment: number, locale: Locale): string {
  return momentFormat(locale, { timeStyle: 'medium', hour12: false })(moment);
}

/** A language by its own name: a reader who knows no other finds it. */
export function languageName(language: Language): string {
  return new Intl.DisplayNames([LOCALES[language]], { type: 'language' }).of(language) ?? language;
}

/** Bytes in the unit of a power of 1024, as Kubernetes writes them. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : Number(value.toFixed(1))} ${units[step]}`;
}

/** Thousandths of a core, in cores from one core on. */
export function formatMillicores(millis: number): string {
  return millis < 1_000 ? `${Math.round(millis)}m` : `${Number((millis / 1_000).toFixed(2))}`;
}
