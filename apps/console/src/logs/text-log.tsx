import { useEffect, useState } from 'react';
import { useLanguage } from '../language/index.ts';
import { logMessages } from '../messages/index.ts';
import { LogBuffer } from './log-buffer.ts';
import { LogPane } from './log-pane.tsx';

interface TextLogProps {
  /** What a program has written. */
  readonly text: string;
  /** Of the file that is downloaded. */
  readonly name: string;
}

/** A log that is there as a whole, such as that of a job: with filter, wrapping and download. */
export function TextLog({ text, name }: TextLogProps) {
  const { t } = useLanguage();
  const [buffer] = useState(() => new LogBuffer({ schedule: queueMicrotask }));
  useEffect(() => {
    buffer.clear();
    if (text === '') return;
    const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
    buffer.appendLines(lines.map((line) => ({ time: '', pod: name, container: '', text: line })));
  }, [buffer, text, name]);
  return <LogPane buffer={buffer} name={name} isLive={false} showsPods={false} empty={t(logMessages.nothing)} />;
}
