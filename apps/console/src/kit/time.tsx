import { useEffect, useState } from 'react';
import { formatDuration, formatInstant, formatRelative, useLanguage } from '../language/index.ts';

/** The time now, again after each interval. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

/** How long ago a moment was; the exact time in its tooltip. */
export function Moment({ at }: { readonly at: string }) {
  const { language, locale } = useLanguage();
  const now = useNow(10_000);
  const moment = Date.parse(at);
  return (
    <time dateTime={at} title={formatInstant(moment, locale)}>
      {formatRelative(Math.min(moment, now), now, language)}
    </time>
  );
}

/** How long something took, or takes: without an end it counts. */
export function Duration({ from, to }: { readonly from: string; readonly to?: string | undefined }) {
  const { language } = useLanguage();
  const now = useNow(to === undefined ? 1_000 : 3_600_000);
  const end = to === undefined ? Math.max(now, Date.parse(from)) : Date.parse(to);
  return <span>{formatDuration(end - Date.parse(from), language)}</span>;
}
